import { NOTICE_DAYS } from '#core/content/contract/legal/document-body.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import type { Body } from './body-lines.ts';

interface DatedField {
  /** Name of the field with the first day on which a publication applies. */
  readonly field: string;
  /** The fewest days from today to that day. The server may require more. */
  readonly days: number;
}

const document: DatedField = { field: 'effectiveOn', days: NOTICE_DAYS };

/** Sections whose publications apply from a date on. */
export const datedFields: Readonly<Record<string, DatedField | undefined>> = {
  hours: { field: 'effectiveFrom', days: 1 },
  terms: document,
  privacy: document,
  over14: document,
  refund: document,
};

/** Replaces a date that is fewer than `days` days from today by the day that is `days` days from today. */
export const toEditable = (name: string, body: Body): Body => {
  const dated = datedFields[name];
  if (dated === undefined) return body;
  const earliest = addDays(seoulDate(new Date()), dated.days);
  return String(body[dated.field]) < earliest ? { ...body, [dated.field]: earliest } : body;
};
