import * as z from 'zod/mini';

export interface TabDraft<Kept> {
  /** Null when there is none, or when another version of the site wrote it. */
  read(): Kept | null;
  keep(typed: Kept): void;
  drop(): void;
}

/** What was typed before a reload, or before the phone dropped this tab for the message. Passwords have no place in it. */
export const tabDraft = <Schema extends z.ZodMiniType>(
  key: string,
  schema: Schema,
): TabDraft<z.output<Schema>> => ({
  read: () => {
    try {
      return z.parse(schema, JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    } catch {
      return null;
    }
  },
  keep: (typed) => {
    try {
      sessionStorage.setItem(key, JSON.stringify(typed));
    } catch {
      // What was typed then lasts as long as the page.
    }
  },
  drop: () => {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Nothing was kept.
    }
  },
});
