import type { RouteObject } from 'react-router';
import type { Studio } from '#contract/studio.ts';
import type { Meta } from '#web/meta.ts';
import { loadCode } from '#web/shell/load-code.ts';
import { useStudio } from '#web/shell/use-studio.ts';
import type { LegalText } from './legal-text.ts';

type WriteText = (studio: Studio) => LegalText;

/** A page of legal text. Its words are long: they are loaded with the page, its style with every page. */
export const legalPage = (
  path: string,
  { title, description }: Required<Pick<Meta, 'title' | 'description'>>,
  load: () => Promise<WriteText>,
): RouteObject => ({
  path,
  handle: { meta: (): Meta => ({ title, description }) },
  lazy: async () => {
    const [writeText, { LegalDocument }] = await loadCode(() =>
      Promise.all([load(), import('./legal-document.tsx')]),
    );
    const LegalPage = () => <LegalDocument text={writeText(useStudio())} />;
    return { Component: LegalPage };
  },
});
