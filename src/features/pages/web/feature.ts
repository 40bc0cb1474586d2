import { legalDocumentKinds } from '#core/content/contract/legal/documents.ts';
import { lazyServerPage } from '#core/content/web/page-route.tsx';
import type { WebFeature } from '#core/feature/web/web-feature.ts';
import { contentPages } from '../contract/pages.ts';
// The styles of the pages that are loaded on demand.
import '#core/content/web/legal/legal-blocks.module.css';
import '#platform/web/ui/collapsible.module.css';
import './legal-page.module.css';
import './notice-page.module.css';

export const pages = {
  pages: contentPages,
  routes: (api) => [
    lazyServerPage(contentPages.notice, async () => {
      const { NoticePage, noticeMeta, loadNotices } = await import('./notice-page.tsx');
      return { Component: NoticePage, meta: noticeMeta, loader: loadNotices(api) };
    }),
    lazyServerPage(contentPages.faq, async () => {
      const { FaqPage, faqMeta, loadFaq } = await import('./faq-page.tsx');
      return { Component: FaqPage, meta: faqMeta, loader: loadFaq(api) };
    }),
    ...legalDocumentKinds.map((kind) =>
      lazyServerPage(contentPages[kind], async () => {
        const { LegalPage, legalMeta, loadLegalDocument } = await import('./legal-page.tsx');
        return { Component: LegalPage, meta: legalMeta, loader: loadLegalDocument(api, kind) };
      }),
    ),
  ],
} satisfies WebFeature;
