import type { SpecLine } from './spec-line.ts';

/** Section 4: states and transitions. */
export const states: readonly SpecLine[] = [
  { id: '@4-question-waiting', message: '답변 대기', says: 'an inquiry without an answer waits' },
  { id: '@4-question-answered', message: '답변 완료', says: 'an inquiry is answered once an answer exists' },
  { id: '@4-answer-edited', says: 'an admin edits the answer' },
  { id: '@4-answer-deleted', says: 'an admin deletes the answer' },
  { id: '@4-slot-available', message: '비움', says: 'a time of a date is available' },
  { id: '@4-slot-booked', says: 'a time that a member booked cannot be changed by the admin' },
  {
    id: '@4-slot-blocked',
    message: '막음',
    says: 'an admin blocks an available time, and makes it available again',
  },
  {
    id: '@4-register-steps',
    message: '가입하기',
    says: 'registration: the data and a code asked for; once it is sent the button reads so and submits',
  },
  { id: '@4-extra-steps', message: '가입하기', says: 'the extra information goes by the same two steps' },
  {
    id: '@4-find-id-steps',
    message: '아이디를 찾았습니다.',
    says: 'finding the id: name and phone, the code, then the id',
  },
  {
    id: '@4-find-password-steps',
    message: '비밀번호를 변경했습니다.',
    says: 'finding the password: who it is, the code, the new password, done',
  },
  { id: '@4-session-stored', says: 'the tokens are kept in local storage' },
  {
    id: '@4-session-refreshed',
    says: 'after a 401 the tokens are refreshed once and the request is sent again',
  },
  {
    id: '@4-session-expired',
    page: '/login',
    message: '세션이 만료되었습니다. 다시 로그인해주세요.',
    says: 'where the refresh fails the tokens are cleared, an alert says so and the login follows',
  },
  {
    id: '@4-wizard',
    page: '/reserve/complete',
    says: 'a booking goes by category, date, form and completion',
  },
];
