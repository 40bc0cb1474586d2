interface FieldBase {
  /** Name of the property in the section's body, or in the item or group that contains the field. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

/** A field of the form that edits a section. */
export type SectionField =
  | (FieldBase & {
      readonly kind: 'line' | 'text' | 'document' | 'number' | 'date' | 'price' | 'check' | 'photo';
    })
  /** The slots of a weekday. `others` are the paths of the other weekdays. */
  | (FieldBase & { readonly kind: 'slots'; readonly others: readonly string[] })
  | (FieldBase & {
      readonly kind: 'select';
      readonly options: readonly { readonly value: string; readonly label: string }[];
    })
  /** A list of short texts, one per line of the input. */
  | (FieldBase & { readonly kind: 'lines' })
  | (FieldBase & { readonly kind: 'group'; readonly fields: readonly SectionField[] })
  /** A list of objects. `noun` names one of them; `blank` is a new one without its id. */
  | (FieldBase & {
      readonly kind: 'items';
      readonly noun: string;
      readonly fields: readonly SectionField[];
      readonly blank: Readonly<Record<string, unknown>>;
    });

export interface SectionText {
  readonly title: string;
  readonly summary: string;
  /** The page that shows the section. */
  readonly path: string;
  readonly fields: readonly SectionField[];
}

export const line = (name: string, label: string, hint?: string): SectionField => ({
  kind: 'line',
  name,
  label,
  ...(hint === undefined ? {} : { hint }),
});
export const number = (name: string, label: string, hint?: string): SectionField => ({
  ...line(name, label, hint),
  kind: 'number',
});
export const text = (name: string, label: string, hint?: string): SectionField => ({
  ...line(name, label, hint),
  kind: 'text',
});
