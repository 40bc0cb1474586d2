import type { SpecLine } from './spec-line.ts';

/** Every journey goes by the keyboard alone: at the desk no test with such an id moves a pointer. */
export const keyboard: readonly SpecLine[] = [
  { id: '@keys-register', says: 'registration' },
  { id: '@keys-login', says: 'the login' },
  { id: '@keys-find-id', says: 'finding the id' },
  { id: '@keys-find-password', says: 'finding the password' },
  { id: '@keys-social', says: 'the extra information after a social login' },
  { id: '@keys-book', says: 'booking' },
  { id: '@keys-change-booking', says: 'moving and cancelling a booking' },
  { id: '@keys-questions', says: 'writing, editing and deleting an inquiry' },
  { id: '@keys-change-password', says: 'changing the password' },
  { id: '@keys-withdraw', says: 'withdrawal' },
  { id: '@keys-gallery', says: 'the pictures of a category' },
  { id: '@keys-admin-photos', says: 'admins: uploading, ordering and deleting photos' },
  { id: '@keys-admin-answers', says: 'admins: answering inquiries' },
  { id: '@keys-admin-reservations', says: 'admins: finding, writing down and moving bookings' },
  { id: '@keys-admin-schedule', says: 'admins: blocking and unblocking times' },
  { id: '@keys-admin-members', says: 'admins: finding members' },
];
