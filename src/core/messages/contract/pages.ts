import type { Page } from '#platform/contract/page.ts';

export const messagePages = {
  adminNotifications: { path: '/admin/questions/notifications' },
} as const satisfies Readonly<Record<string, Page>>;
