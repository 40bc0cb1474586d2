import type { reviewStates } from '#contract/admin/alimtalk-settings.ts';

/** KakaoTalk's review of a template. */
export const reviewLabels: Readonly<Record<(typeof reviewStates)[number], string>> = {
  DRAFT: '작성 중',
  SUBMITTED: '검수 중',
  APPROVED: '승인',
  REJECTED: '반려',
};
