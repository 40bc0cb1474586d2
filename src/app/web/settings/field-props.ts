import type { Field } from '#core/content/contract/field.ts';

/** What the input of a field gets. */
export interface FieldProps {
  readonly field: Field;
  /** Path of the field in the form: `packages.0.name`. */
  readonly path: string;
}
