/** Tables that lead to a member and are not exported, with the reason. */
export const excludedTables: Readonly<Record<string, string>> = {
  member_notes: '관리자의 내부 메모',
  refresh_tokens: '로그인 토큰의 해시',
  verification_codes: '하루 안에 삭제하는 인증번호의 해시',
  idempotency_keys: '같은 예약을 두 번 만들지 않기 위한 값으로, 하루 뒤에 삭제',
  slot_claims: '예약과 같은 날짜와 시간, 예약하는 동안 몇 분만 잡아 두는 시간',
  admin_totp: '관리자의 2단계 로그인에 쓰는 비밀 값',
  admin_recovery_codes: '관리자의 복구 코드의 해시',
  staff_invitations: '관리자를 초대하는 링크의 해시',
  upload_intents: '올리는 중인 사진의 작업 상태로, 하루 안에 삭제',
  studio_setting_versions: '스튜디오가 게시한 내용으로, 회원이 아니라 스튜디오의 자료',
  studio_setting_drafts: '스튜디오의 게시 전 내용으로, 회원이 아니라 스튜디오의 자료',
};
