import type { Page } from '#platform/contract/page.ts';

export const messagePages = {
  adminNotifications: { path: '/admin/questions/notifications', title: '메시지 기록', audience: 'private' },
} as const satisfies Readonly<Record<string, Page>>;
