import type { SpecLine } from './spec-line.ts';

/** What is said where the server says nothing. */
const defaults: readonly SpecLine[] = [
  { id: '@8-server-message', says: 'where the server says why it refuses, its words are shown' },
  { id: '@8-send-code', message: '인증번호 전송에 실패했습니다.', says: 'a code could not be sent' },
  { id: '@8-register', message: '회원가입에 실패했습니다.', says: 'registration failed' },
  { id: '@8-login', message: '로그인 실패', says: 'the login failed' },
  { id: '@8-no-tokens', message: '토큰이 없습니다.', says: 'the login’s answer has no tokens' },
  {
    id: '@8-update-extra',
    message: '추가 정보 업데이트에 실패했습니다.',
    says: 'the extra information was not taken',
  },
  { id: '@8-find-id', message: '아이디 찾기에 실패했습니다.', says: 'finding the id failed' },
  { id: '@8-verify', message: '인증에 실패했습니다.', says: 'the code could not be verified' },
  { id: '@8-reset', message: '비밀번호 변경에 실패했습니다.', says: 'the password could not be set anew' },
  { id: '@8-reserve', message: '예약 중 오류가 발생했습니다.', says: 'the booking failed' },
  {
    id: '@8-reserve-login',
    page: '/login',
    says: 'a booking that is refused with 401 leads to the login',
  },
  {
    id: '@8-reservations',
    message: '예약 정보를 불러오는 데 실패했습니다.',
    says: 'bookings could not be read',
  },
  {
    id: '@8-questions',
    message: '문의 목록을 불러오지 못했습니다.',
    says: 'the inquiries could not be read',
  },
  { id: '@8-search', message: '검색 중 오류가 발생했습니다.', says: 'a search failed' },
  { id: '@8-delete', message: '삭제 중 오류가 발생했습니다.', says: 'an inquiry or answer was not deleted' },
  { id: '@8-answer', message: '처리 중 오류가 발생했습니다.', says: 'an answer was not taken' },
  { id: '@8-ask', message: '요청 처리 중 오류가 발생했습니다.', says: 'an inquiry was not taken' },
  {
    id: '@8-profile',
    message: '회원 정보를 불러오는 데 실패했습니다. 다시 로그인 해주세요.',
    says: 'the profile could not be read',
  },
  { id: '@8-logout', message: '로그아웃 실패', says: 'the logout failed' },
  {
    id: '@8-upload',
    message: '업로드 중 오류가 발생했습니다.',
    says: 'the upload to the signed address failed',
  },
  { id: '@8-delete-photo', message: '삭제 실패', says: 'a photo was not deleted' },
  { id: '@8-times-logged', says: 'times that could not be read are only logged' },
];

const accounts: readonly SpecLine[] = [
  {
    id: '@8-change-refused',
    says: 'changing the password: 400 shows the message of the server',
  },
  {
    id: '@8-change-login',
    message: '로그인이 필요합니다. 다시 로그인 해주세요.',
    says: 'changing the password: 401',
  },
  {
    id: '@8-change-failed',
    message: '비밀번호 변경에 실패했습니다. 잠시 후 다시 시도해주세요.',
    says: 'changing the password: whatever else fails',
  },
  {
    id: '@8-withdraw-login',
    message: '로그인이 필요합니다. 다시 로그인해주세요.',
    says: 'withdrawal: 401',
  },
  { id: '@8-withdraw-refused', says: 'withdrawal: the message of the server' },
  {
    id: '@8-withdraw-failed',
    message: '회원 탈퇴 처리 중 오류가 발생했습니다.',
    says: 'withdrawal: a failure without a message',
  },
  {
    id: '@8-history-login',
    message: '로그인이 필요합니다. 로그인 후 이용해주세요.',
    says: 'the history: 401',
  },
  {
    id: '@8-session-expired',
    page: '/login',
    message: '세션이 만료되었습니다. 다시 로그인해주세요.',
    says: 'a session that cannot be refreshed: an alert, then the login',
  },
];

const emptyStates: readonly SpecLine[] = [
  {
    id: '@8-home-photos',
    message: '대표 이미지가 없습니다.',
    says: 'home’s photos could not be read: their places are empty and say so',
  },
  { id: '@8-no-questions', message: '문의가 없습니다.', says: 'no inquiries' },
  { id: '@8-no-reservations', message: '예약 내역이 없습니다.', says: 'no bookings' },
  { id: '@8-no-results', message: '검색 결과가 없습니다.', says: 'a search that finds nothing' },
  { id: '@8-no-members', message: '가입된 회원이 없습니다.', says: 'no members' },
  { id: '@8-no-photos', message: '이미지가 없습니다.', says: 'no photos' },
];

/** Section 8: the catalogue of errors. */
export const messages: readonly SpecLine[] = [...defaults, ...accounts, ...emptyStates];
