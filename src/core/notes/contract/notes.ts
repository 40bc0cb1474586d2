import * as z from 'zod/mini';
import { fieldLimits, isoDateTime } from '#platform/contract/fields.ts';
import { textField } from '#platform/contract/text/text-field.ts';

/** The studio's own note about a member or a reservation, which customers do not see on the site. */
export const note = z.strictObject({
  text: z.string(),
  changedAt: isoDateTime,
  /** Login id of the admin who changed it last; null when that account was deleted. */
  changedBy: z.nullable(z.string()),
});
export type Note = z.output<typeof note>;

/** Body that saves a note; an empty text deletes it. */
export const noteBody = z.object({
  text: textField({ label: '메모', max: fieldLimits.notes, multiline: true }),
  /** `changedAt` of the note that the admin saw; null when there was none. NOTE_CHANGED when it is another now. */
  seenAt: z.nullable(isoDateTime),
});
export type NoteBody = z.output<typeof noteBody>;
