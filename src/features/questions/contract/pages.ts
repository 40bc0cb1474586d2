import type { Page } from '#platform/contract/page.ts';

export const questionPages = {
  intro: { path: '/inquiry', audience: 'public', menu: { name: 'site', label: '1:1 문의', position: 4 } },
  list: { path: '/question', audience: 'public', showsTextsOfMembers: true },
  new: { path: '/question/new' },
  edit: { path: '/question/edit/:id' },
  adminQuestions: {
    path: '/admin/questions',
    menu: { name: 'admin', label: '문의 관리', position: 2 },
  },
} as const satisfies Readonly<Record<string, Page>>;
