import * as z from 'zod/mini';
import { optionalTextField, textField } from '#contract/text/text-field.ts';

// Parts of the schemas of sections.

export const LINE = 100;
const PARAGRAPH = 500;

export const line = (label: string, max = LINE) =>
  textField({ label, max, required: `${label} 항목을 입력해 주세요.` });
export const paragraph = (label: string, max = PARAGRAPH) =>
  textField({ label, max, required: `${label} 항목을 입력해 주세요.`, multiline: true });
export const optionalLine = (label: string) => optionalTextField({ label, max: LINE });
export const optionalParagraph = (label: string) =>
  optionalTextField({ label, max: PARAGRAPH, multiline: true });

/** Key of a list item. It stays the same while the item is edited, moved and restored. */
export const itemId = z.string().check(z.regex(/^[\w-]{1,40}$/, '항목을 확인해 주세요.'));
/** The check of a list whose items have an `itemId`. */
export const uniqueIds = z.refine<readonly { readonly id: string }[]>(
  (list) => new Set(list.map(({ id }) => id)).size === list.length,
  '같은 항목이 두 번 들어 있습니다.',
);
