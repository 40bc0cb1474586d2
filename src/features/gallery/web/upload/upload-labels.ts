import type { UploadQueueState } from './upload-queue.ts';
import { isInFlight, isRunning, summarizeUploads, type UploadTotals } from './upload-totals.ts';
import type { Upload, UploadState } from './upload.ts';

const stateLabels: Readonly<Record<UploadState, string>> = {
  chosen: '업로드 전',
  refused: '업로드 불가',
  waiting: '대기 중',
  uploading: '업로드 중',
  saving: '처리 중',
  done: '완료',
  duplicate: '이미 등록됨',
  failed: '실패',
};

export const describeState = ({ state, sent, size }: Pick<Upload, 'state' | 'sent' | 'size'>): string =>
  state === 'uploading' ? `${stateLabels[state]} ${Math.floor((sent / size) * 100)}%` : stateLabels[state];

const BYTES_PER_MB = 1024 * 1024;

export const formatSize = (bytes: number): string =>
  bytes < BYTES_PER_MB ? `${Math.ceil(bytes / 1024)}KB` : `${(bytes / BYTES_PER_MB).toFixed(1)}MB`;

export const formatTotal = (totals: UploadTotals): string => {
  const { count, done, failed } = summarizeUploads(totals);
  if (isRunning(totals)) return `${count}장 중 ${done}장 완료`;
  return [`${done}장 완료`, failed > 0 && `${failed}장 실패`].filter(Boolean).join(' · ');
};

const formatOutcome = (count: number, done: number, failed: number): string => {
  if (count === 0) return '';
  if (failed === 0) return `${done}장을 모두 업로드했습니다.`;
  return `${count}장 중 ${done}장을 업로드했습니다. ${failed}장은 업로드하지 못했습니다.`;
};

/** Describes files that were chosen but not started. */
const formatChosen = ({ counts: { chosen = 0, invalid = 0 } }: UploadTotals): string =>
  [chosen > 0 && `사진 ${chosen}장을 선택했습니다.`, invalid > 0 && `${invalid}장은 업로드할 수 없습니다.`]
    .filter(Boolean)
    .join(' ');

/** The live region's text. It does not change with every progress event. */
export const announceUploads = ({
  totals,
  pausedUntil,
}: Pick<UploadQueueState, 'totals' | 'pausedUntil'>): string => {
  const { count, done, failed } = summarizeUploads(totals);
  if (!isRunning(totals)) {
    return [formatOutcome(count, done, failed), formatChosen(totals)].filter(Boolean).join(' ');
  }
  if (pausedUntil !== null && !isInFlight(totals)) {
    return '업로드를 중단했습니다. 잠시 후 자동으로 이어서 업로드합니다.';
  }
  const failures = failed > 0 && `${failed}장은 업로드하지 못했습니다.`;
  return [`사진 ${count}장을 업로드하고 있습니다.`, failures, formatChosen(totals)].filter(Boolean).join(' ');
};

/** Lists names of files, and counts those after the tenth. */
export const formatNames = (names: readonly string[]): string => {
  const rest = names.length - 10;
  return names.slice(0, 10).join(', ') + (rest > 0 ? ` 외 ${rest}장` : '');
};

const LEAVE_QUESTION = '\n이 화면에서 나갈까요?';

/** The confirmation shown before leaving the page; empty when nothing would be lost. */
export const formatLeaveWarning = ({ totals }: Pick<UploadQueueState, 'totals'>): string => {
  if (isRunning(totals)) {
    return `사진을 업로드하고 있습니다. 지금 나가시면 남은 사진은 업로드되지 않습니다.${LEAVE_QUESTION}`;
  }
  const { chosen = 0, failed = 0 } = totals.counts;
  const unfinished = chosen + failed;
  if (unfinished === 0) return '';
  return `아직 업로드하지 않은 사진이 ${unfinished}장 있습니다. 지금 나가시면 다시 선택해야 합니다.${LEAVE_QUESTION}`;
};

/** Formats seconds, for example 45초 or 2분 5초. */
export const formatDuration = (seconds: number): string => {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes > 0 && `${minutes}분`, (rest > 0 || minutes === 0) && `${rest}초`]
    .filter(Boolean)
    .join(' ');
};
