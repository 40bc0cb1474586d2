import type { MessageKinds } from '#core/messages/server/message-kind.ts';
import type { LegalDocumentKind } from '../../contract/legal/documents.ts';

const changed = {
  text: '#{문서}이 #{시행일}부터 바뀝니다. 홈페이지에서 확인해 주세요.',
  alimtalk: 'documentChanged',
  isAnnouncement: true,
} as const;
const withdrawn = {
  text: '#{문서} #{시행일} 변경이 취소되었습니다. 홈페이지에서 확인해 주세요.',
  isAnnouncement: true,
} as const;

export const documentMessageKinds = {
  TERMS_CHANGED: { label: '이용약관 변경', ...changed },
  PRIVACY_CHANGED: { label: '처리방침 변경', ...changed },
  REFUND_CHANGED: { label: '환불 규정 변경', ...changed },
  TERMS_WITHDRAWN: { label: '이용약관 변경 취소', ...withdrawn },
  PRIVACY_WITHDRAWN: { label: '처리방침 변경 취소', ...withdrawn },
  REFUND_WITHDRAWN: { label: '환불 규정 변경 취소', ...withdrawn },
} as const satisfies MessageKinds;

/** The documents of which members are told, and the kinds of message about a new version and about its withdrawal. */
export const documentMessages = {
  terms: { changed: 'TERMS_CHANGED', withdrawn: 'TERMS_WITHDRAWN' },
  privacy: { changed: 'PRIVACY_CHANGED', withdrawn: 'PRIVACY_WITHDRAWN' },
  refund: { changed: 'REFUND_CHANGED', withdrawn: 'REFUND_WITHDRAWN' },
} as const satisfies Partial<
  Record<LegalDocumentKind, Record<'changed' | 'withdrawn', keyof typeof documentMessageKinds>>
>;
