import type { Page } from '#platform/contract/page.ts';

export const guestBookPages = {
  guestBook: {
    path: '/guest-book',
    audience: 'public',
    showsTextsOfMembers: true,
    menu: { name: 'site', label: '방명록', position: 9 },
  },
} as const satisfies Readonly<Record<string, Page>>;
