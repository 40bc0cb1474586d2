import type { LegalBlock, LegalDocument, LegalDocumentKind } from '#contract/legal/documents.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import type { Sections } from '#server/studio/read-sections.ts';
import type { DocumentVersion } from './find-documents.ts';
import { fillInline, makeFillBlock } from './fill-names.ts';
import { parseLegalText } from './parse-legal-text.ts';

interface PresentInput {
  readonly kind: LegalDocumentKind;
  readonly document: DocumentVersion;
  readonly identity: Sections['identity'];
  /** The refund rules that the terms include. */
  readonly refundText: string;
  readonly versions: LegalDocument['versions'];
  readonly now: Date;
}

const noBlocks = (): readonly LegalBlock[] => [];

const stateOf = (
  { version, isWithdrawn, body }: DocumentVersion,
  versions: LegalDocument['versions'],
  today: string,
): LegalDocument['state'] => {
  if (isWithdrawn) return 'WITHDRAWN';
  if (body.effectiveOn > today) return 'UPCOMING';
  return versions.some((other) => other.version > version && other.effectiveOn <= today && !other.isWithdrawn)
    ? 'PAST'
    : 'IN_FORCE';
};

/** Presents a version of a document with the current business details filled in. */
export const presentDocument = ({
  kind,
  document,
  identity,
  refundText,
  versions,
  now,
}: PresentInput): LegalDocument => {
  const fill = (text: string): string => fillInline(text, { identity });
  const { lead, sections } = parseLegalText(fill(refundText), noBlocks);
  // In a text with headings, the paragraphs before the first are an introduction, which is left out here.
  const refund = [...(sections.length === 0 ? lead : []), ...sections.flatMap(({ body }) => body)];
  const processors = 'processors' in document.body ? document.body.processors : [];
  const fillBlock = makeFillBlock({ hosting: identity.hosting, processors, refund });
  return {
    kind,
    version: document.version,
    effectiveOn: document.body.effectiveOn,
    state: stateOf(document, versions, seoulDate(now)),
    ...parseLegalText(fill(document.body.text), fillBlock),
    versions: [...versions],
  };
};
