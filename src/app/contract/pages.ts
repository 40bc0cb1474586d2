import { CONNECTIONS_PATH } from '#core/auth/contract/social-trial.ts';
import type { Page } from '#platform/contract/page.ts';

/** The pages that belong to no single feature. */
export const appPages = {
  home: { path: '/', audience: 'public' },
  introduce: { path: '/introduce', audience: 'public', menu: { name: 'site', label: '소개', position: 1 } },
  price: { path: '/price', audience: 'public', menu: { name: 'site', label: '가격', position: 2 } },
  setup: { path: '/setup', sendsNoReferrer: true },
  desk: { path: '/admin' },
  monthSheet: { path: '/admin/sheet' },
  settings: {
    path: '/admin/settings',
    menu: { name: 'admin', label: '설정', position: 6 },
  },
  staff: { path: '/admin/settings/staff' },
  connections: { path: CONNECTIONS_PATH },
  section: { path: '/admin/settings/:section' },
  sectionHistory: { path: '/admin/settings/:section/history' },
  sectionPreview: { path: '/admin/settings/:section/preview' },
  adminCustomers: { path: '/admin/customers' },
  adminCustomer: { path: '/admin/customers/:id' },
} as const satisfies Readonly<Record<string, Page>>;
