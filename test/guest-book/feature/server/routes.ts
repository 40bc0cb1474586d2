import { readSection } from '#core/content/server/read-sections.ts';
import { appError } from '#platform/contract/errors.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { guestBookEndpoints as endpoints } from '../contract/guest-book.ts';
import { guestBookSections } from '../contract/sections.ts';
import { addEntry, hideEntry, findEntries } from './queries.ts';

export const guestBookRoutes: readonly Route[] = [
  defineRoute(endpoints.readGuestBook, async (_, { db }) => {
    const [{ greeting }, rows] = await Promise.all([
      readSection(db, guestBookSections.guestBook),
      findEntries(db),
    ]);
    const entries = rows.map(({ id, content, createdAt }) => ({
      id,
      content,
      createdAt: createdAt.toISOString(),
    }));
    return { greeting, entries };
  }),

  defineRoute(endpoints.signGuestBook, ({ member, body, now }, { db }) =>
    addEntry(db, member.id, body.content, now),
  ),

  defineRoute(endpoints.hideGuestBookEntry, async ({ params }, { db }) => {
    if (!(await hideEntry(db, params.id))) throw appError('NOT_FOUND');
  }),
];
