import type { SpecLine } from './spec-line.ts';

const photos: readonly SpecLine[] = [
  { id: '@7-photo-home', call: 'GET /api/photo/home', says: 'home’s pictures by category' },
  { id: '@7-photos', call: 'GET /api/photo', says: 'the photos of a category' },
  {
    id: '@7-category-detail',
    call: 'GET /api/photo/category-detail/{}',
    says: 'the pictures of a category’s page',
  },
];

const members: readonly SpecLine[] = [
  {
    id: '@7-check-id',
    call: 'GET /api/member/check-id',
    says: 'whether an id is free; 409 when it is taken',
  },
  {
    id: '@7-check-phone',
    call: 'GET /api/member/check-phone',
    says: 'whether a phone is free; 409 when it is taken',
  },
  {
    id: '@7-send-code',
    call: 'POST /api/member/send-code',
    says: 'a code to the phone that the query names',
  },
  { id: '@7-register', call: 'POST /api/member/register', says: 'registration' },
  {
    id: '@7-update-extra',
    call: 'POST /api/member/update-extra',
    says: 'the extra information, with the token that came in the query',
  },
  { id: '@7-login', call: 'POST /api/auth/login', says: 'the login, by id and password' },
  { id: '@7-logout', call: 'POST /api/auth/logout', says: 'the logout' },
  { id: '@7-reissue', call: 'POST /api/auth/reissue', says: 'new tokens for a refresh token' },
  {
    id: '@7-social',
    call: 'GET /oauth2/authorization/{}',
    says: 'the browser goes to the login of Google, Naver or Kakao',
  },
  {
    id: '@7-change-password',
    call: 'PUT /api/member/profile/password',
    says: 'a new password for the old one; the answer has a message',
  },
  { id: '@7-profile', call: 'GET /api/member/profile', says: 'the profile' },
  { id: '@7-withdraw', call: 'DELETE /api/member', says: 'withdrawal' },
  {
    id: '@7-find-id-send-code',
    call: 'POST /api/member/find-id/send-code',
    says: 'a code to find the id by, for name and phone',
  },
  {
    id: '@7-find-id-verify',
    call: 'POST /api/member/find-id/verify',
    says: 'the id for name, phone and code',
  },
  {
    id: '@7-find-pw-send-code',
    call: 'POST /api/member/find-pw/send-code',
    says: 'a code to find the password by, for id, name and phone',
  },
  {
    id: '@7-find-pw-verify-code',
    call: 'POST /api/member/find-pw/verify-code',
    says: 'whether that code is right',
  },
  {
    id: '@7-find-pw-reset',
    call: 'PUT /api/member/find-pw/reset',
    says: 'a new password for id, name, phone and code',
  },
];

const reservations: readonly SpecLine[] = [
  {
    id: '@7-booked-times',
    call: 'GET /api/reservation/booked-times',
    says: 'the times of a date that are taken',
  },
  { id: '@7-reserve', call: 'POST /api/reservation', says: 'a booking; the answer has its code' },
  { id: '@7-my-reservations', call: 'GET /api/reservation/my', says: 'one’s own bookings' },
  { id: '@7-all-reservations', call: 'GET /api/admin/reservation', says: 'all bookings' },
  {
    id: '@7-search-name',
    call: 'GET /api/admin/reservation/search/name',
    says: 'bookings by the name of who booked',
  },
  {
    id: '@7-search-code',
    call: 'GET /api/admin/reservation/search/code',
    says: 'bookings by their code',
  },
  {
    id: '@7-blocked-times',
    call: 'GET /api/admin/reservation/blocked-times',
    says: 'the times of a date that are blocked',
  },
  {
    id: '@7-block',
    call: 'POST /api/admin/reservation/block-time',
    says: 'a time is blocked',
  },
  {
    id: '@7-unblock',
    call: 'DELETE /api/admin/reservation/block-time',
    says: 'a time is unblocked, named in the body',
  },
  { id: '@7-members', call: 'GET /api/admin/member', says: 'all members' },
];

const questions: readonly SpecLine[] = [
  { id: '@7-questions', call: 'GET /api/question', says: 'all inquiries' },
  { id: '@7-my-questions', call: 'GET /api/question/my', says: 'one’s own inquiries' },
  { id: '@7-search-title', call: 'GET /api/question/search/title', says: 'inquiries by their titles' },
  { id: '@7-search-content', call: 'GET /api/question/search/content', says: 'inquiries by their contents' },
  { id: '@7-ask', call: 'POST /api/question', says: 'a new inquiry' },
  { id: '@7-edit-question', call: 'PUT /api/question/{}', says: 'an inquiry is edited' },
  { id: '@7-delete-question', call: 'DELETE /api/question/{}', says: 'an inquiry is deleted' },
  { id: '@7-answer', call: 'POST /api/admin/question/{}/answer', says: 'an inquiry is answered' },
  { id: '@7-edit-answer', call: 'PUT /api/admin/question/answer/{}', says: 'an answer is edited' },
  { id: '@7-delete-answer', call: 'DELETE /api/admin/question/answer/{}', says: 'an answer is deleted' },
];

const photoAdministration: readonly SpecLine[] = [
  {
    id: '@7-signed-url',
    call: 'POST /api/admin/photo/generate-signed-url',
    says: 'an upload, 1: a signed address for a file’s name and type',
  },
  {
    id: '@7-put-file',
    call: 'PUT /uploads/staging/{}',
    says: 'an upload, 2: the file is put to the signed address with its type',
  },
  {
    id: '@7-save-metadata',
    call: 'POST /api/admin/photo/save-metadata',
    says: 'an upload, 3: category, the file’s own name and the saved one',
  },
  { id: '@7-delete-photo', call: 'DELETE /api/admin/photo/{}', says: 'a photo is deleted' },
];

/** Section 7: the calls that the site makes. */
export const calls: readonly SpecLine[] = [
  {
    id: '@7-bearer',
    says: 'every request carries the access token that is stored, and the browser’s credentials',
  },
  ...photos,
  ...members,
  ...reservations,
  ...questions,
  ...photoAdministration,
];
