import type { SpecLine } from './spec-line.ts';

/** Section 3: entities and their fields. */
export const entities: readonly SpecLine[] = [
  {
    id: '@3-session',
    says: 'a login answers accessToken, refreshToken, name and role, which the browser keeps',
  },
  { id: '@3-role-places', says: 'the role is read from user.role, roles[0] or authorities[0] as well' },
  { id: '@3-profile', says: 'a profile has loginId and name' },
  { id: '@3-member', says: 'a member in the admins’ list has loginId, name and phoneNumber' },
  {
    id: '@3-registration',
    says: 'registration has loginId, password, confirmPassword, name, phoneNumber, code and the agreements',
  },
  {
    id: '@3-reservation',
    says: 'a booking has id, shootType, date, time, desiredShootDate, location, notes and reservationCode',
  },
  { id: '@3-reservation-name', says: 'a booking as admins see it has memberName too' },
  {
    id: '@3-new-reservation',
    says: 'to book: shootType, date, time, desiredShootDate, location and notes; the answer has reservationCode',
  },
  {
    id: '@3-question',
    says: 'an inquiry has id, title, content, memberName, createdAt, answered and answer {id, content, createdAt}',
  },
  { id: '@3-photo', says: 'a photo has id, imageUrl, savedFileName and category' },
  { id: '@3-photo-places', says: 'the address of a picture is read from url, image or path as well' },
  { id: '@3-photo-categories', says: 'photos hang in nine categories: four of shoots, five of home' },
  { id: '@3-home', says: 'home’s photos are keyed by their category, each with imageUrl' },
  { id: '@3-blocked-time', says: 'a blocked time has date and timeSlot' },
];
