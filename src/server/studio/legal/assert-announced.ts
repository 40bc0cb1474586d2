import { appError } from '#contract/errors.ts';
import {
  NOTICE_DAYS,
  UNFAVOURABLE_NOTICE_DAYS,
  type LegalDocumentBody,
} from '#contract/legal/document-body.ts';
import { addDays, formatDay, seoulDate } from '#contract/seoul-time.ts';

/** Throws INVALID_INPUT unless a version is announced long enough before it takes effect, and after the newest version. */
export const assertAnnounced = (
  { effectiveOn, isUnfavourable }: LegalDocumentBody,
  newest: Pick<LegalDocumentBody, 'effectiveOn'>,
  now: Date,
): void => {
  const days = isUnfavourable ? UNFAVOURABLE_NOTICE_DAYS : NOTICE_DAYS;
  const announced = addDays(seoulDate(now), days);
  const afterNewest = addDays(newest.effectiveOn, 1);
  const first = announced > afterNewest ? announced : afterNewest;
  if (effectiveOn >= first) return;
  const message =
    first === announced
      ? `오늘 게시하면 ${formatDay(first)}부터 시행할 수 있습니다. ${days}일 전부터 알려야 합니다.`
      : `${formatDay(newest.effectiveOn)}에 시행되는 버전이 있습니다. 그다음 날부터 시행할 수 있습니다.`;
  throw appError('INVALID_INPUT', { message, fields: { effectiveOn: message } });
};
