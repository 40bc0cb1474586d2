import type { Fields } from '#core/content/contract/field.ts';

/** What the search of the settings reads of an entry. */
export interface SearchedEntry {
  readonly title: string;
  readonly about: string;
  /** The labels of its fields. */
  readonly labels: readonly string[];
}

/** The labels of all fields, also of those inside groups and list items. */
export const labelsOf = (fields: Fields): string[] =>
  Object.values(fields).flatMap((field) => [
    field.label,
    ...('fields' in field ? labelsOf(field.fields) : []),
  ]);

const normalize = (text: string): string => text.replaceAll(' ', '').toLowerCase();

/** Returns an entry that the keyword finds, or null. One found only by a field shows its label instead of what it is about. */
export const matchEntry = <Entry extends SearchedEntry>(entry: Entry, keyword: string): Entry | null => {
  const matches = (text: string): boolean => normalize(text).includes(normalize(keyword));
  if (matches(entry.title) || matches(entry.about)) return entry;
  const label = entry.labels.find(matches);
  return label === undefined ? null : { ...entry, about: label };
};
