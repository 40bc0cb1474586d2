import type { Studio } from '#contract/studio.ts';
import type { Meta } from '#web/meta.ts';
import { useStudio } from '#web/shell/use-studio.ts';
import { LegalDocument } from './legal-document.tsx';
import type { LegalText } from './legal-text.ts';

/** A page of legal text, with the name and the line by which it is found. */
export const legalPage = (
  writeText: (studio: Studio) => LegalText,
  head: Required<Pick<Meta, 'title' | 'description'>>,
) => ({
  Component: () => <LegalDocument text={writeText(useStudio())} />,
  handle: { meta: (): Meta => head },
});
