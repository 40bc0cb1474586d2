import type { SpecLine } from './spec-line.ts';

const joining: readonly SpecLine[] = [
  {
    id: '@5-login-id-length',
    message: '아이디는 4~20자 사이여야 합니다.',
    says: 'an id has 4 to 20 characters',
  },
  {
    id: '@5-password-length',
    message: '비밀번호는 8~16자 사이여야 합니다.',
    says: 'a password has 8 to 16 characters',
  },
  {
    id: '@5-password-mismatch',
    message: '비밀번호가 일치하지 않습니다.',
    says: 'the password is repeated alike',
  },
  { id: '@5-login-id-debounce', says: 'whether an id is free is asked 500 ms after the last key' },
  { id: '@5-login-id-free', message: '사용 가능한 아이디입니다.', says: 'an id that is free' },
  { id: '@5-login-id-taken', message: '이미 사용 중인 아이디입니다.', says: 'an id that is taken (409)' },
  {
    id: '@5-login-id-unknown',
    message: '아이디 확인 중 오류 발생',
    says: 'an id of which nothing could be learnt',
  },
  { id: '@5-phone-digits', says: 'a phone number is 11 digits without hyphens' },
  { id: '@5-phone-debounce', says: 'whether a phone number is free is asked 500 ms after the last key' },
  {
    id: '@5-phone-taken',
    message: '이미 가입된 전화번호입니다.',
    says: 'a phone number that is taken (409)',
  },
  {
    id: '@5-phone-unknown',
    message: '전화번호 확인 중 오류가 발생했습니다.',
    says: 'a phone number of which nothing could be learnt',
  },
  {
    id: '@5-extra-phone-digits',
    message: '휴대폰 번호 11자리를 정확히 입력해주세요.',
    says: 'extra information: a phone number that is none',
  },
  {
    id: '@5-extra-phone-free',
    message: '사용 가능한 전화번호입니다.',
    says: 'extra information: a phone number that is free',
  },
  { id: '@5-agreements', says: 'all three agreements are required: over 14, terms, privacy' },
  { id: '@5-agreements-all', says: 'the box for all stays in step with the three' },
  {
    id: '@5-register-button',
    says: 'the button waits for fields, lengths, equal passwords, a free id and phone, and agreements',
  },
  { id: '@5-register-code', says: 'once the code is sent, the button waits for its six digits too' },
];

const accounts: readonly SpecLine[] = [
  { id: '@5-login-button', says: 'the login’s button waits for id and password' },
  {
    id: '@5-change-required',
    message: '모든 항목을 입력해주세요.',
    says: 'changing the password: every field is required',
  },
  {
    id: '@5-change-mismatch',
    message: '새로운 비밀번호가 일치하지 않습니다.',
    says: 'changing the password: both new ones are alike',
  },
  {
    id: '@5-reset-length',
    message: '비밀번호는 4자 이상이어야 합니다.',
    says: 'finding the password: the new one has at least 4 characters',
  },
  {
    id: '@5-reset-mismatch',
    message: '비밀번호가 일치하지 않습니다.',
    says: 'finding the password: both new ones are alike',
  },
  {
    id: '@5-find-id-required',
    message: '이름과 휴대폰 번호를 모두 입력해주세요.',
    says: 'finding the id: name and phone are required',
  },
  {
    id: '@5-find-id-code',
    message: '인증번호를 입력해주세요.',
    says: 'finding the id: the code is required',
  },
  {
    id: '@5-find-password-required',
    message: '모든 정보를 입력해주세요.',
    says: 'finding the password: everything is required',
  },
];

const bookings: readonly SpecLine[] = [
  {
    id: '@5-shoot-date-required',
    message: '희망 촬영 날짜를 입력해 주세요.',
    says: 'booking: the desired date of the shoot is required',
  },
  {
    id: '@5-time-required',
    message: '회의 시간을 선택해 주세요.',
    says: 'booking: the time is required',
  },
  {
    id: '@5-location-required',
    message: '촬영 장소를 입력해 주세요.',
    says: 'booking: the place is required',
  },
  { id: '@5-notes-optional', says: 'booking: notes may stay empty' },
  { id: '@5-past-days', says: 'calendar: days before today cannot be chosen' },
  { id: '@5-monday', says: 'calendar: a week begins on Monday' },
  { id: '@5-begun-slots', says: 'calendar: today’s times that have begun cannot be chosen' },
  { id: '@5-booked-slots', says: 'calendar: booked times cannot be chosen' },
];

const others: readonly SpecLine[] = [
  { id: '@5-title-required', message: '제목을 입력해 주세요.', says: 'inquiry: the title is required' },
  { id: '@5-content-required', message: '내용을 입력해 주세요.', says: 'inquiry: the content is required' },
  { id: '@5-question-trimmed', says: 'inquiry: title and content are trimmed' },
  {
    id: '@5-answer-required',
    message: '답변 내용을 입력해주세요.',
    says: 'an answer needs words',
  },
  { id: '@5-file-required', message: '파일을 선택해 주세요.', says: 'an upload needs a file' },
  { id: '@5-upload-login', page: '/login', says: 'an upload needs a login' },
  { id: '@5-names-masked', says: 'names in the list of inquiries keep their first and last letter' },
  { id: '@5-two-letter-names', says: 'names of two letters keep the first and one star' },
];

/** Section 5: rules of input. */
export const rules: readonly SpecLine[] = [...joining, ...accounts, ...bookings, ...others];
