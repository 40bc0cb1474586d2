import * as z from 'zod/mini';
import { memberDraftKey } from '#web/auth/member-drafts.ts';

export interface Draft<Kept> {
  /** Null when there is none, or when another version of the site wrote it. */
  read(): Kept | null;
  keep(typed: Kept): void;
  drop(): void;
}

interface Place {
  readonly storage: () => Storage;
  /** Null where nothing is to be kept. */
  readonly key: () => string | null;
}

const draftAt = <Schema extends z.ZodMiniType>(
  { storage, key }: Place,
  schema: Schema,
): Draft<z.output<Schema>> => {
  const attempt = <Result>(act: (storage: Storage, key: string) => Result): Result | null => {
    const found = key();
    try {
      return found === null ? null : act(storage(), found);
    } catch {
      // Storage is blocked or full: what was typed then lasts as long as the page.
      return null;
    }
  };
  return {
    read: () => attempt((kept, at) => z.parse(schema, JSON.parse(kept.getItem(at) ?? 'null'))),
    keep: (typed) => void attempt((kept, at) => kept.setItem(at, JSON.stringify(typed))),
    drop: () => void attempt((kept, at) => kept.removeItem(at)),
  };
};

/** What was typed before a reload, or before the phone dropped this tab for the message. Passwords have no place in it. */
export const tabDraft = <Schema extends z.ZodMiniType>(key: string, schema: Schema) =>
  draftAt({ storage: () => sessionStorage, key: () => key }, schema);

/** `tabDraft` for one member alone: whoever logs in next at this tab does not find it. */
export const memberTabDraft = <Schema extends z.ZodMiniType>(name: string, schema: Schema) =>
  draftAt({ storage: () => sessionStorage, key: () => memberDraftKey(name) }, schema);

/** `tabDraft` for a member, through a lost session and a closed tab too: for that member alone, until they log out. */
export const memberDraft = <Schema extends z.ZodMiniType>(name: string, schema: Schema) =>
  draftAt({ storage: () => localStorage, key: () => memberDraftKey(name) }, schema);
