import * as z from 'zod/mini';
import { memberDraftKey } from '../api/member-drafts.ts';
import { tryStorage } from '../api/try-storage.ts';

export interface DraftStore<Value> {
  /** Null when no draft can be read, for example because its shape is that of another version of the site. */
  read(): Value | null;
  save(value: Value): void;
  clear(): void;
}

/** `readKey` returns null when no draft may be stored. */
const createDraftStore = <Schema extends z.ZodMiniType>(
  storageName: 'localStorage' | 'sessionStorage',
  readKey: () => string | null,
  schema: Schema,
): DraftStore<z.output<Schema>> => {
  const withStorage = <Result>(access: (storage: Storage, key: string) => Result): Result | undefined => {
    const key = readKey();
    return key === null ? undefined : tryStorage(() => access(globalThis[storageName], key));
  };
  return {
    read: () =>
      withStorage((storage, key) => z.parse(schema, JSON.parse(storage.getItem(key) ?? 'null'))) ?? null,
    save: (value) => withStorage((storage, key) => storage.setItem(key, JSON.stringify(value))),
    clear: () => withStorage((storage, key) => storage.removeItem(key)),
  };
};

/**
 * A draft for this tab. It survives a reload, also when a phone discards the tab in the background. Must not contain passwords.
 */
export const sessionDraft = <Schema extends z.ZodMiniType>(key: string, schema: Schema) =>
  createDraftStore('sessionStorage', () => key, schema);

/** A draft of the current member for this tab. */
export const memberSessionDraft = <Schema extends z.ZodMiniType>(name: string, schema: Schema) =>
  createDraftStore('sessionStorage', () => memberDraftKey(name), schema);

/** A draft of the current member. It survives a lost session and a closed tab, but not the logout or withdrawal of any member. */
export const memberDraft = <Schema extends z.ZodMiniType>(name: string, schema: Schema) =>
  createDraftStore('localStorage', () => memberDraftKey(name), schema);
