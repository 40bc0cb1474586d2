import type { RouteObject } from 'react-router';
import type { Studio } from '#contract/studio.ts';
import type { PageMeta, RouteHandle } from '#web/document/page-meta.ts';
import { lazyImport } from '#web/shell/navigation/lazy-import.ts';
import { useStudio } from '#web/shell/use-studio.ts';
import { LegalDocument } from './legal-document.tsx';
import type { LegalText } from './legal-text.ts';

type BuildLegalText = (studio: Studio) => LegalText;

/** A public page of legal text. Texts are long, so the client imports each one only when it is shown. */
export const legalPage = (
  path: string,
  load: () => Promise<BuildLegalText>,
  head: Required<Pick<PageMeta, 'title' | 'description'>>,
): RouteObject => ({
  path,
  handle: { meta: () => head } satisfies RouteHandle,
  lazy: async () => {
    const writeText = await lazyImport(load);
    return { Component: () => <LegalDocument text={writeText(useStudio())} /> };
  },
});
