import type * as z from 'zod/mini';
import { objectOf, type Fields } from './field.ts';

/** The groups of the settings, in the order of their list. */
export const settingsGroups = {
  site: '홈페이지',
  booking: '예약',
  messages: '알림',
  legal: '약관',
  team: '관리자',
} as const;
export type SettingsGroup = keyof typeof settingsGroups;

/** A part of the settings that admins edit. Each is drafted, published and restored on its own. */
export interface ContentSection<Body extends object = object> {
  /** Its name in the database and in URLs. */
  readonly name: string;
  readonly group: SettingsGroup;
  /** Its place in the list of the settings. */
  readonly position: number;
  readonly title: string;
  readonly summary: string;
  /** The page at which its preview starts. Some sections are previewed without pages. */
  readonly path: string;
  /** The fields of its form, from which its schema comes. */
  readonly fields: Fields;
  readonly schema: z.ZodMiniType<Body>;
  /** The values of those fields that bodies stored earlier may lack. */
  readonly defaults: object;
}

/** The body of a section, as its fields validate it. */
export type SectionBody<S extends ContentSection> = S extends ContentSection<infer Body> ? Body : never;

/** Sections by key, which need not be their name. */
export type ContentSections = Readonly<Record<string, ContentSection>>;
/** The bodies of sections by the same keys. */
export type SectionBodies<S extends ContentSections> = {
  readonly [Name in keyof S]: SectionBody<S[Name]>;
};

/** Declares a section. Its schema and the type of its body come from its fields. */
export const defineSection = <F extends Fields>(
  description: Omit<ContentSection, 'fields' | 'schema' | 'defaults'> & { readonly fields: F },
): ContentSection<z.output<ReturnType<typeof objectOf<F>>>> => ({
  ...description,
  schema: objectOf(description.fields),
  defaults: Object.fromEntries(
    Object.entries(description.fields).map(([name, { schema }]) => [name, schema.safeParse(undefined).data]),
  ),
});
