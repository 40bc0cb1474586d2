import { NOTICE_DAYS } from '#core/content/contract/legal/document-body.ts';
import { isLegalDocument } from '#core/content/contract/legal/documents.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import type { Body } from './body-lines.ts';

interface DatedField {
  /** Name of the field with the first day on which a publication applies. */
  readonly field: string;
  /** The fewest days from today to that day. The server may require more. */
  readonly days: number;
}

/** The field of a section whose publications apply from a date on. */
export const datedFieldOf = (name: string): DatedField | undefined => {
  if (isLegalDocument(name)) return { field: 'effectiveOn', days: NOTICE_DAYS };
  return name === 'hours' ? { field: 'effectiveFrom', days: 1 } : undefined;
};

/** Replaces a date that is fewer than `days` days from today by the day that is `days` days from today. */
export const toEditable = (name: string, body: Body): Body => {
  const dated = datedFieldOf(name);
  if (dated === undefined) return body;
  const earliest = addDays(seoulDate(new Date()), dated.days);
  return String(body[dated.field]) < earliest ? { ...body, [dated.field]: earliest } : body;
};
