import { lexer, type Token, type Tokens } from 'marked';
import type { LegalBlock, LegalDocument } from '#contract/legal/documents.ts';

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
