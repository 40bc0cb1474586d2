import type { Page } from '#platform/contract/page.ts';

export const contentPages = {
  notice: { path: '/notice', audience: 'public' },
  faq: { path: '/faq', audience: 'public' },
  terms: { path: '/terms', audience: 'public' },
  privacy: { path: '/privacy', audience: 'public' },
  over14: { path: '/over14', audience: 'public' },
  refund: { path: '/refund', audience: 'public' },
} as const satisfies Readonly<Record<string, Page>>;
