import * as z from 'zod/mini';
import { memberDraftKey } from '../api/member-drafts.ts';

export interface DraftStore<Value> {
  /** Null when there is no draft or when its shape is that of another version of the site. */
  read(): Value | null;
  save(value: Value): void;
  clear(): void;
}

interface DraftLocation {
  readonly storage: () => Storage;
  /** Null when no draft may be stored. */
  readonly key: () => string | null;
}

const createDraftStore = <Schema extends z.ZodMiniType>(
  { storage, key }: DraftLocation,
  schema: Schema,
): DraftStore<z.output<Schema>> => {
  const withStorage = <Result>(access: (storage: Storage, key: string) => Result): Result | null => {
    const currentKey = key();
    try {
      return currentKey === null ? null : access(storage(), currentKey);
    } catch {
      // Storage is blocked or full: the input then lasts as long as the page.
      return null;
    }
  };
  return {
    read: () =>
      withStorage((store, itemKey) => z.parse(schema, JSON.parse(store.getItem(itemKey) ?? 'null'))),
    save: (value) => void withStorage((store, itemKey) => store.setItem(itemKey, JSON.stringify(value))),
    clear: () => void withStorage((store, itemKey) => store.removeItem(itemKey)),
  };
};

/**
 * A draft for this tab. It survives a reload, also when a phone discards the tab in the background. Must not contain passwords.
 */
export const sessionDraft = <Schema extends z.ZodMiniType>(key: string, schema: Schema) =>
  createDraftStore({ storage: () => sessionStorage, key: () => key }, schema);

/** A draft for this tab that only the current member can read. */
export const memberSessionDraft = <Schema extends z.ZodMiniType>(name: string, schema: Schema) =>
  createDraftStore({ storage: () => sessionStorage, key: () => memberDraftKey(name) }, schema);

/** A draft that only the current member can read. It survives a lost session and a closed tab until the member logs out. */
export const memberDraft = <Schema extends z.ZodMiniType>(name: string, schema: Schema) =>
  createDraftStore({ storage: () => localStorage, key: () => memberDraftKey(name) }, schema);
