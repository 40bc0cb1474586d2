import type { Provider } from '#contract/auth.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import type { ShootType } from '#contract/shoot-types.ts';

/** What `paths.question` leads to in the list. */
export const questionAnchor = (id: number): string => `question-${id}`;

/** The only place where a page's address is written. */
export const paths = {
  home: () => '/',
  introduce: () => '/introduce',
  price: () => '/price',
  category: (id: ShootType) => `/category/${id}`,
  reserve: () => '/reserve',
  reserveType: () => '/reserve/type',
  reserveDate: (category?: ShootType) =>
    category === undefined ? '/reserve/date' : `/reserve/date?category=${category}`,
  reserveForm: () => '/reserve/form',
  reserveComplete: () => '/reserve/complete',
  reservationHistory: () => '/reservation-history',
  questionIntro: () => '/inquiry',
  questions: (query: Readonly<Record<string, string>> = {}) => {
    const search = new URLSearchParams(query);
    return search.size === 0 ? '/question' : `/question?${search}`;
  },
  /** Opens this inquiry in the list, if it is among the first ones. */
  question: (id: number) => `/question#${questionAnchor(id)}`,
  newQuestion: () => '/question/new',
  editQuestion: (id: number) => `/question/edit/${id}`,
  login: () => '/login',
  /** The server's, not a page: it leads on to the provider. */
  socialLogin: (provider: Provider) => `/oauth2/authorization/${provider}`,
  oauthSuccess: () => '/oauth-success',
  socialExtra: () => '/social-extra',
  register: () => '/register',
  findId: () => '/find-id',
  findPassword: () => '/find-password',
  myInfo: () => '/my-info',
  changePassword: () => '/change-password',
  withdraw: () => '/withdraw',
  adminPhotos: (category?: PhotoCategory) =>
    category === undefined ? '/admin/photos' : `/admin/photos?category=${category}`,
  adminReservations: () => '/admin/reservations',
  adminUnsettledReservations: () => '/admin/reservations?unsettled=true',
  adminReservation: (id: number) => `/admin/reservations/${id}`,
  /** Writes a booking down, with its time where that is known already. */
  adminPhoneReservation: (at?: { readonly date: string; readonly time?: string }) =>
    at === undefined
      ? '/admin/reservations/new'
      : `/admin/reservations/new?${new URLSearchParams(Object.entries(at))}`,
  adminSchedule: (date?: string) => (date === undefined ? '/admin/schedule' : `/admin/schedule?date=${date}`),
  adminQuestions: (answered?: boolean) =>
    answered === undefined ? '/admin/questions' : `/admin/questions?answered=${answered}`,
  adminNotifications: () => '/admin/questions/notifications',
  adminMembers: () => '/admin/members',
  terms: () => '/terms',
  privacy: () => '/privacy',
  over14: () => '/over14',
} as const;
