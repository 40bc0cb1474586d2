import { serverPage } from '#core/content/web/page-route.tsx';
import type { WebFeature } from '#core/feature/web/web-feature.ts';
import { guestBookPages } from '../contract/pages.ts';
import { GuestBookPage, guestBookMeta, loadGuestBook } from './guest-book-page.tsx';

export const guestBook = {
  pages: guestBookPages,
  routes: (api) => [serverPage(guestBookPages.guestBook, GuestBookPage, guestBookMeta, loadGuestBook(api))],
  loadClientRoutes: () => import('./client-routes.ts'),
} satisfies WebFeature;
