import type { RouteObject } from 'react-router';
import type { Studio } from '#contract/studio.ts';
import type { Meta, RouteHandle } from '#web/meta.ts';
import { loadCode } from '#web/shell/load-code.ts';
import { useStudio } from '#web/shell/use-studio.ts';
import { LegalDocument } from './legal-document.tsx';
import type { LegalText } from './legal-text.ts';

type WriteText = (studio: Studio) => LegalText;

/** A public page of legal text. The texts are long, so the browser loads each only when it is shown. */
export const legalPage = (
  path: string,
  load: () => Promise<WriteText>,
  head: Required<Pick<Meta, 'title' | 'description'>>,
): RouteObject => ({
  path,
  handle: { meta: () => head } satisfies RouteHandle,
  lazy: async () => {
    const writeText = await loadCode(load);
    return { Component: () => <LegalDocument text={writeText(useStudio())} /> };
  },
});
