import { lexer, type Token, type Tokens } from 'marked';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import type { ProcessingPurpose } from '#platform/server/db/processing-purpose.ts';
import type { SectionBody } from '../../contract/content-section.ts';
import { inlineNames } from '../../contract/legal/document-body.ts';
import type { LegalBlock, LegalDocument, LegalDocumentKind } from '../../contract/legal/documents.ts';
import type { contentSections, PrivacyPolicy } from '../../contract/sections.ts';
import type { DocumentVersion } from './documents.ts';

type ParsedText = Pick<LegalDocument, 'lead' | 'sections'>;

/** The blocks that replace a paragraph that consists of their name in braces. */
type NamedBlocks = ReadonlyMap<string, readonly LegalBlock[]>;

const NAMED_BLOCK = /^\{([^{}]*)\}$/;

const toBlocks = (token: Token, named: NamedBlocks): readonly LegalBlock[] => {
  switch (token.type) {
    case 'space':
      return [];
    case 'list':
      return [{ list: (token as Tokens.List).items.map(({ text }) => text) }];
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const table = {
        head: header.map(({ text }) => text),
        rows: rows.map((row) => row.map(({ text }) => text)),
      };
      return [{ table }];
    }
    default: {
      const text = 'text' in token ? String(token.text) : token.raw.trim();
      const [, name = ''] = NAMED_BLOCK.exec(text) ?? [];
      return named.get(name) ?? [{ text }];
    }
  }
};

/** Reads the blocks of a Markdown text. Marks within a line are left as they are. */
export const parseLegalText = (text: string, named: NamedBlocks = new Map()): ParsedText => {
  const lead: LegalBlock[] = [];
  const sections: { heading: string; body: LegalBlock[] }[] = [];
  for (const token of lexer(text)) {
    if (token.type === 'heading') {
      sections.push({ heading: (token as Tokens.Heading).text, body: [] });
      continue;
    }
    const body = sections.at(-1)?.body ?? lead;
    body.push(...toBlocks(token, named));
  }
  return { lead, sections };
};

type Identity = SectionBody<typeof contentSections.identity>;
type Processors = PrivacyPolicy['processors'];

/** Replaces the names of business details. None but the mail order number can be empty. */
const fillInline = (text: string, identity: Identity): string =>
  Object.entries(inlineNames).reduce(
    (filled, [name, field]) => filled.replaceAll(`{${name}}`, identity[field] || '해당 없음'),
    text,
  );

const purposeTable = (purposes: readonly ProcessingPurpose[]): LegalBlock['table'] => ({
  head: ['구분', '처리 항목', '처리 목적과 보유 기간'],
  rows: purposes.map(({ name, items, reason, retention }) => [
    name,
    items,
    `${reason} (보유 기간: ${retention})`,
  ]),
});

const processorTable = (hosting: string, processors: Processors): LegalBlock['table'] => ({
  head: ['수탁자', '위탁 업무', '보유·이용 기간'],
  rows: [
    [hosting, '홈페이지 서버 운영과 데이터 보관', '위탁 계약 종료 시까지'],
    ...processors.map(({ name, work, period }) => [name, work, period]),
  ],
});

const CHANGES = '수탁자가 변경되거나 개인정보를 국외로 이전하게 되는 경우 이 방침을 통해 미리 알립니다.';

/** Disclosures that the law requires for data transferred abroad: 개인정보 보호법 제28조의8. */
const transfersAbroad = (processors: Processors): readonly LegalBlock[] => {
  const rows = processors
    .filter(({ country }) => country !== '')
    .map(({ name, work, period, country, contact }) => [`${name} (${contact})`, country, work, period]);
  if (rows.length === 0) return [{ text: `개인정보를 국외로 이전하지 않습니다. ${CHANGES}` }];
  return [
    {
      text: '스튜디오는 다음과 같이 개인정보를 국외로 이전합니다. 위탁 업무에 필요한 개인정보를 서비스 이용 시점에 암호화된 통신으로 이전하여 보관합니다.',
    },
    { table: { head: ['이전받는 자와 연락처', '이전 국가', '이용 목적', '보유·이용 기간'], rows } },
    {
      text: `국외 이전을 원하지 않으면 개인정보 보호책임자에게 거부 의사를 알리거나 탈퇴할 수 있습니다. 이 경우 해당 업무가 필요한 서비스는 이용할 수 없습니다. ${CHANGES}`,
    },
  ];
};

interface PresentInput {
  readonly kind: LegalDocumentKind;
  readonly document: DocumentVersion;
  readonly identity: Identity;
  /** The refund rules that the terms include. */
  readonly refundText: string;
  /** The purposes that the privacy policy lists. */
  readonly purposes: readonly ProcessingPurpose[];
  readonly versions: LegalDocument['versions'];
  readonly now: Date;
}

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

/** Presents a version of a document with the business details filled in. */
export const presentDocument = ({
  kind,
  document,
  identity,
  refundText,
  purposes,
  versions,
  now,
}: PresentInput): LegalDocument => {
  const { lead, sections } = parseLegalText(fillInline(refundText, identity));
  // In a text with headings, the paragraphs before the first are an introduction, which is left out here.
  const refund = [...(sections.length === 0 ? lead : []), ...sections.flatMap(({ body }) => body)];
  const processors = 'processors' in document.body ? document.body.processors : [];
  const named = new Map<string, readonly LegalBlock[]>([
    ['처리 목적', [{ table: purposeTable(purposes) }]],
    ['수탁자', [{ table: processorTable(identity.hosting, processors) }]],
    ['국외 이전', transfersAbroad(processors)],
    ['취소·환불 규정', refund],
  ]);
  return {
    kind,
    version: document.version,
    effectiveOn: document.body.effectiveOn,
    state: stateOf(document, versions, seoulDate(now)),
    ...parseLegalText(fillInline(document.body.text, identity), named),
    versions: [...versions],
  };
};
