import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { loginPaths } from '#platform/contract/login-paths.ts';
import type { Provider } from '#platform/contract/social-providers.ts';
import type { ShootType } from '../contract/categories.ts';
import { adminReservationPath, legalDocumentPath, reservationHistoryPath } from '../contract/page-paths.ts';

/** Id of a question's element in the list, the target of `paths.question`. */
export const questionAnchor = (id: number): string => `question-${id}`;

/** Id of a notice's element on its page, the target of `paths.notice`. */
export const noticeAnchor = (id: string): string => `notice-${id}`;

const withQuery = (path: string, query: Readonly<Record<string, string>> = {}): string => {
  const search = new URLSearchParams(query);
  return search.size === 0 ? path : `${path}?${search}`;
};

/** Links within the site. `site-pages.test.ts` checks that each but `socialLogin` leads to a declared page. */
export const paths = {
  home: () => loginPaths.home,
  introduce: () => '/introduce',
  price: () => '/price',
  faq: () => '/faq',
  notices: () => '/notice',
  /** Links to one notice on its page. */
  notice: (id: string) => `/notice#${noticeAnchor(id)}`,
  category: (id: ShootType) => `/category/${id}`,
  reserve: () => '/reserve',
  reserveType: () => '/reserve/type',
  reserveDate: (category?: ShootType) =>
    withQuery('/reserve/date', category === undefined ? {} : { category }),
  reserveForm: () => '/reserve/form',
  reserveComplete: () => '/reserve/complete',
  reservationHistory: reservationHistoryPath,
  questionIntro: () => '/inquiry',
  questions: (query?: Readonly<Record<string, string>>) => withQuery('/question', query),
  /** Links to a question in the list; works for questions on the first page. */
  question: (id: number) => `/question#${questionAnchor(id)}`,
  newQuestion: () => '/question/new',
  editQuestion: (id: number) => `/question/edit/${id}`,
  login: () => loginPaths.login,
  /** A server endpoint that redirects to the provider. */
  socialLogin: (provider: Provider) => `/oauth2/authorization/${provider}`,
  socialExtra: () => loginPaths.socialExtra,
  register: () => '/register',
  findId: () => '/find-id',
  findPassword: () => '/find-password',
  myInfo: () => '/my-info',
  changePassword: () => '/change-password',
  withdraw: () => '/withdraw',
  admin: () => '/admin',
  adminPhotos: (category?: PhotoCategory) =>
    withQuery('/admin/photos', category === undefined ? {} : { category }),
  adminReservations: () => '/admin/reservations',
  adminUnsettledReservations: () => '/admin/reservations?unsettled=true',
  adminNewReservations: (date: string) => `/admin/reservations?createdOn=${date}&sort=created-desc`,
  adminReservation: adminReservationPath,
  /** The form for a reservation made by phone, with its date and time filled in when given. */
  adminPhoneReservation: (at?: { readonly date: string; readonly time?: string }) =>
    withQuery('/admin/reservations/new', at),
  adminSchedule: (date?: string, view?: 'day') =>
    withQuery('/admin/schedule', { ...(date !== undefined && { date }), ...(view && { view }) }),
  adminQuestions: (filters?: {
    readonly answered?: 'true' | 'false';
    readonly keyword?: string;
    readonly id?: string;
  }) => withQuery('/admin/questions', filters),
  adminNotifications: () => '/admin/questions/notifications',
  adminUnsentMessages: () => '/admin/questions/notifications?unsent=true',
  adminMembers: () => '/admin/members',
  adminCustomers: () => '/admin/customers',
  adminCustomer: (id: string) => `/admin/customers/${id}`,
  /** The sheet of a month, such as `2026-11`; without one, that of the current month. */
  adminSheet: (month?: string) => withQuery('/admin/sheet', month === undefined ? {} : { month }),
  settings: () => '/admin/settings',
  settingsSection: (section: string) => `/admin/settings/${section}`,
  terms: () => '/terms',
  privacy: () => '/privacy',
  over14: () => '/over14',
  legalDocument: legalDocumentPath,
} as const;
