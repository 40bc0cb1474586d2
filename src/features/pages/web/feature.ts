import { legalDocumentKinds } from '#core/content/contract/legal/documents.ts';
import { serverPage } from '#core/content/web/page-route.tsx';
import type { WebFeature } from '#core/feature/web/web-feature.ts';
import { contentPages } from '../contract/pages.ts';
import { FaqPage, faqMeta, loadFaq } from './faq-page.tsx';
import { legalPage } from './legal-page.tsx';
import { NoticePage, loadNotices, noticeMeta } from './notice-page.tsx';

export const pages = {
  pages: contentPages,
  routes: (api) => [
    serverPage(contentPages.notice, NoticePage, noticeMeta, loadNotices(api)),
    serverPage(contentPages.faq, FaqPage, faqMeta, loadFaq(api)),
    ...legalDocumentKinds.map((kind) => legalPage(api, kind)),
  ],
} satisfies WebFeature;
