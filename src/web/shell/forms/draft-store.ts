import * as z from 'zod/mini';
import { memberDraftKey } from '#web/auth/member-drafts.ts';

export interface DraftStore<Kept> {
  /** Reads the draft; null when there is none or it has an incompatible version. */
  read(): Kept | null;
  save(typed: Kept): void;
  clear(): void;
}

interface DraftLocation {
  readonly storage: () => Storage;
  /** Storage key; null when nothing should be stored. */
  readonly key: () => string | null;
}

const createDraftStore = <Schema extends z.ZodMiniType>(
  { storage, key }: DraftLocation,
  schema: Schema,
): DraftStore<z.output<Schema>> => {
  const attempt = <Result>(act: (storage: Storage, key: string) => Result): Result | null => {
    const found = key();
    try {
      return found === null ? null : act(storage(), found);
    } catch {
      // Storage is blocked or full, so drafts last only as long as the page.
      return null;
    }
  };
  return {
    read: () => attempt((kept, at) => z.parse(schema, JSON.parse(kept.getItem(at) ?? 'null'))),
    save: (typed) => void attempt((kept, at) => kept.setItem(at, JSON.stringify(typed))),
    clear: () => void attempt((kept, at) => kept.removeItem(at)),
  };
};

/** A draft in sessionStorage, for reloads and discarded tabs. Must not contain passwords. */
export const sessionDraft = <Schema extends z.ZodMiniType>(key: string, schema: Schema) =>
  createDraftStore({ storage: () => sessionStorage, key: () => key }, schema);

/** `tabDraft` for one member alone: whoever logs in next at this tab does not find it. */
export const memberSessionDraft = <Schema extends z.ZodMiniType>(name: string, schema: Schema) =>
  createDraftStore({ storage: () => sessionStorage, key: () => memberDraftKey(name) }, schema);

/** `tabDraft` for a member, through a lost session and a closed tab too: for that member alone, until they log out. */
export const memberDraft = <Schema extends z.ZodMiniType>(name: string, schema: Schema) =>
  createDraftStore({ storage: () => localStorage, key: () => memberDraftKey(name) }, schema);
