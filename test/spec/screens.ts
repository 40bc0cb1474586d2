import type { SpecLine } from './spec-line.ts';

const shell: readonly SpecLine[] = [
  { id: '@2-header', says: 'every page has a header with the menu and the logo, which leads home' },
  { id: '@2-footer', says: 'the footer tells of the business and leads to the terms and to privacy' },
  { id: '@2-menu-guest', says: 'a guest’s menu: intro, price, reserve, 1:1 inquiry, login' },
  {
    id: '@2-menu-member',
    says: 'a member’s menu: logout, history, and an account submenu of profile, password and withdrawal',
  },
  {
    id: '@2-menu-admin',
    says: 'a stored role with ADMIN has a submenu of photos, questions, reservations, members and schedule',
  },
  { id: '@2-scroll-top', says: 'each change of route begins at the top of the page' },
];

const routes: readonly SpecLine[] = [
  {
    id: '@2-home',
    page: '/',
    says: 'home: a representative picture, four tiles that lead to their category, a social link',
  },
  { id: '@2-introduce', page: '/introduce', says: 'the introduction of the studio' },
  {
    id: '@2-price',
    page: '/price',
    says: 'price: three packages, each leading to the calendar with its category',
  },
  { id: '@2-reserve', page: '/reserve', says: 'the page before the booking' },
  { id: '@2-inquiry', page: '/inquiry', says: 'the page before the inquiries' },
  { id: '@2-change-password', page: '/change-password', says: 'changing the password' },
  { id: '@2-withdraw', page: '/withdraw', says: 'withdrawing from membership' },
  { id: '@2-reservation-history', page: '/reservation-history', says: 'a member’s own bookings' },
  { id: '@2-reserve-type', page: '/reserve/type', says: 'booking, step 1: the category' },
  {
    id: '@2-reserve-date',
    page: '/reserve/date',
    says: 'booking, step 2: the calendar and the time; the query may bring the category',
  },
  { id: '@2-reserve-form', page: '/reserve/form', says: 'booking, step 3: the details' },
  {
    id: '@2-reserve-complete',
    page: '/reserve/complete',
    says: 'the booking with its code, a link to the history and a button home',
  },
  { id: '@2-my-info', page: '/my-info', says: 'the profile' },
  {
    id: '@2-question',
    page: '/question',
    says: 'inquiries: the list, a search, a switch to one’s own, a button to write',
  },
  { id: '@2-question-new', page: '/question/new', says: 'writing an inquiry' },
  { id: '@2-question-edit', page: '/question/edit/{}', says: 'editing an inquiry' },
  { id: '@2-admin', page: '/admin', says: 'the admins’ menu as a page' },
  { id: '@2-admin-photos', page: '/admin/photos', says: 'uploading and deleting photos' },
  { id: '@2-admin-reservations', page: '/admin/reservations', says: 'all bookings, and a search' },
  { id: '@2-admin-members', page: '/admin/members', says: 'the list of members' },
  { id: '@2-admin-questions', page: '/admin/questions', says: 'managing and answering inquiries' },
  { id: '@2-admin-schedule', page: '/admin/schedule', says: 'blocking and unblocking times' },
  {
    id: '@2-category',
    page: '/category/{}',
    says: 'a category: a slider of its pictures, a description, a button to the calendar with this category',
  },
  { id: '@2-register', page: '/register', says: 'registration' },
  { id: '@2-login', page: '/login', says: 'the login' },
  {
    id: '@2-oauth-success',
    page: '/',
    says: 'after a social login the tokens, name and role of the query are stored, and home is shown',
  },
  {
    id: '@2-oauth-failed',
    page: '/login',
    message: '로그인에 실패했습니다.',
    says: 'without an access token the page after a social login alerts and leads to the login',
  },
  {
    id: '@2-social-extra',
    page: '/social-extra',
    says: 'after a social login: name, phone, verification, agreements',
  },
  { id: '@2-find-id', page: '/find-id', says: 'finding the id' },
  { id: '@2-find-password', page: '/find-password', says: 'finding the password' },
  { id: '@2-over14', page: '/over14', says: 'the text about the age of members' },
  { id: '@2-terms', page: '/terms', says: 'the terms' },
  { id: '@2-privacy', page: '/privacy', says: 'the privacy policy' },
];

const booking: readonly SpecLine[] = [
  {
    id: '@2-booking-kept',
    says: 'what was chosen (category, date) and the result are kept for the session of the browser',
  },
  { id: '@2-stepper', says: 'a stepper of four shows category, date and info, and the fourth on completion' },
  {
    id: '@2-date-needs-category',
    page: '/reserve/type',
    says: 'step 2 without anything chosen, or with a category that is none, leads to step 1',
  },
  {
    id: '@2-form-needs-date',
    page: '/reserve/type',
    says: 'step 3 without a category or a date leads to step 1',
  },
  {
    id: '@2-form-needs-login',
    page: '/login',
    message: '로그인이 필요합니다. 로그인 페이지로 이동합니다.',
    says: 'step 3 without a login alerts and leads to the login',
  },
  {
    id: '@2-complete-needs-result',
    page: '/reserve/type',
    says: 'the last page without a booking leads to step 1',
  },
  { id: '@2-countdown-past', says: 'a booking of the past counts no days' },
  { id: '@2-countdown-today', message: '오늘 미팅이 있습니다', says: 'a booking of today says so' },
  {
    id: '@2-countdown-days',
    message: '3일 남았습니다',
    says: 'a booking to come tells the days that remain',
  },
];

/** Section 2: screens and routes. */
export const screens: readonly SpecLine[] = [...shell, ...routes, ...booking];
