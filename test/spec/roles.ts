import type { SpecLine } from './spec-line.ts';

/** Section 6: roles and permissions. */
export const roles: readonly SpecLine[] = [
  { id: '@6-guest-pages', says: 'a guest sees home, intro, price, categories and the legal texts' },
  { id: '@6-guest-joins', says: 'a guest registers, logs in, and finds id and password' },
  { id: '@6-guest-questions', says: 'a guest reads and searches the inquiries' },
  { id: '@6-member-books', says: 'a member books' },
  { id: '@6-member-history', says: 'a member sees the own bookings, and no others' },
  { id: '@6-member-writes', says: 'a member writes inquiries' },
  { id: '@6-member-owns', says: 'a member edits and deletes the own inquiries, and no others' },
  { id: '@6-member-own-only', says: 'a member has the list show the own inquiries alone' },
  { id: '@6-member-account', says: 'a member sees the profile, changes the password and withdraws' },
  { id: '@6-admin-role', says: 'who has a role that contains ADMIN, in any letter case, is an admin' },
  { id: '@6-admin-menu', says: 'an admin has the admins’ menu' },
  { id: '@6-admin-photos', says: 'an admin uploads and deletes photos' },
  { id: '@6-admin-answers', says: 'an admin answers, and edits and deletes answers' },
  { id: '@6-admin-questions', says: 'an admin edits and deletes any inquiry' },
  { id: '@6-admin-reservations', says: 'an admin lists and searches all bookings' },
  { id: '@6-admin-members', says: 'an admin lists members' },
  { id: '@6-admin-slots', says: 'an admin blocks and unblocks times' },
  {
    id: '@6-admin-closed',
    says: 'whoever is no admin is refused by the server, whatever the page would show',
  },
];
