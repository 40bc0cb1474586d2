import { featureSection } from '#core/content/server/feature-section.ts';
import type { Feature } from '#core/feature/server/feature.ts';
import { guestBookEndpoints } from '../contract/guest-book.ts';
import { guestBookPages } from '../contract/pages.ts';
import { guestBookSections } from '../contract/sections.ts';
import { guestBookTables } from './described-tables.ts';
import { guestBookMessageKinds } from './message-kinds.ts';
import { deleteEntriesOfMember, hideOldEntries } from './queries.ts';
import { guestBookRoutes } from './routes.ts';

export const guestBook = {
  endpoints: { guestBook: guestBookEndpoints },
  pages: guestBookPages,
  routes: guestBookRoutes,
  tables: guestBookTables,
  purposes: [
    {
      name: '방명록',
      items: '내용',
      reason: '다녀간 분들의 글을 보여 줌',
      retention: '탈퇴할 때까지. 길어도 1년',
    },
  ],
  messages: guestBookMessageKinds,
  dailyJobs: { guestBook: ({ db }, now) => hideOldEntries(db, now) },
  hooks: { memberDeleted: (tx, { memberId }) => deleteEntriesOfMember(tx, memberId) },
  sections: [featureSection(guestBookSections.guestBook, { greeting: '다녀가신 이야기를 남겨 주세요.' })],
} satisfies Feature;
