import { useController, useFieldArray, useFormContext } from 'react-hook-form';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { PhotoField } from './photo-field.tsx';
import type { Field, Fields } from '#contract/settings/field.ts';
import { SlotsField } from './slots-field.tsx';
import styles from './section-form.module.css';

interface FieldProps {
  readonly field: Field;
  /** Path of the field in the form: `packages.0.name`. */
  readonly path: string;
}

/** A field whose text stands for another type of value. `read` returns the text itself when it is invalid. */
const useTextFor = (path: string, write: (value: unknown) => string, read: (typed: string) => unknown) => {
  const { field, fieldState } = useController({ name: path });
  return {
    name: path,
    ref: field.ref,
    value: write(field.value),
    onBlur: field.onBlur,
    onChange: ({ target }: { target: { value: string } }) => field.onChange(read(target.value)),
    error: fieldState.error?.message,
  };
};

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const readPrice = (typed: string): unknown => {
  const digits = typed.replaceAll(/[,\s원]/g, '');
  if (digits === '') return null;
  return /^\d+$/.test(digits) ? Number(digits) : typed;
};

const PriceField = ({ field, path }: FieldProps) => {
  const input = useTextFor(path, toText, readPrice);
  return (
    <TextField {...input} label={field.label} hint={field.hint} inputMode="numeric" autoComplete="off" />
  );
};

const readNumber = (typed: string): unknown => (/^\d+$/.test(typed) ? Number(typed) : typed);

const NumberField = ({ field, path }: FieldProps) => {
  const input = useTextFor(path, toText, readNumber);
  return (
    <TextField {...input} label={field.label} hint={field.hint} inputMode="numeric" autoComplete="off" />
  );
};

const DateField = ({ field, path }: FieldProps) => {
  const input = useTextFor(path, toText, (typed) => (typed === '' ? null : typed));
  return <TextField {...input} label={field.label} hint={field.hint} type="date" />;
};

const LinesField = ({ field, path }: FieldProps) => {
  const input = useTextFor(
    path,
    (value) => (value as readonly string[]).join('\n'),
    (typed) => (typed === '' ? [] : typed.split('\n')),
  );
  return <TextArea {...input} label={field.label} hint={field.hint} rows={4} />;
};

const SelectField = ({ field, path }: FieldProps & { field: Extract<Field, { kind: 'select' }> }) => {
  const { field: input } = useController({ name: path });
  return (
    <Select
      label={field.label}
      name={path}
      value={String(input.value)}
      onChange={input.onChange}
      options={field.options}
    />
  );
};

const TypedField = ({ field, path }: FieldProps) => {
  const { register, getFieldState, formState } = useFormContext();
  const texts = {
    label: field.label,
    hint: field.hint,
    error: getFieldState(path, formState).error?.message,
  };
  if (field.kind === 'check') return <Checkbox {...register(path)} label={field.label} />;
  return field.kind === 'text' || field.kind === 'document' ? (
    <TextArea {...register(path)} {...texts} rows={field.kind === 'document' ? 24 : 3} />
  ) : (
    <TextField {...register(path)} {...texts} autoComplete="off" />
  );
};

const Group = ({ field, path }: FieldProps & { field: Extract<Field, { kind: 'group' }> }) => (
  <fieldset className={styles.group}>
    <legend className={styles.legend}>{field.label}</legend>
    <SectionFields fields={field.fields} path={path} />
  </fieldset>
);

// `randomUUID` is missing where the site is served without TLS.
const newId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');

const Items = ({ field, path }: FieldProps & { field: Extract<Field, { kind: 'items' }> }) => {
  const { getFieldState, formState } = useFormContext();
  const { fields: items, append, remove, move } = useFieldArray({ name: path, keyName: 'key' });
  const error = getFieldState(path, formState).error?.root?.message;
  return (
    <div className="stack-8">
      {items.map(({ key }, index) => (
        <fieldset key={key} className={styles.group}>
          <legend className={styles.legend}>
            {field.noun} {index + 1}
          </legend>
          <SectionFields fields={field.fields} path={`${path}.${index}`} />
          <div className="row-2 wrap">
            {index > 0 && (
              <Button variant="quiet" onClick={() => move(index, index - 1)}>
                위로
              </Button>
            )}
            {index < items.length - 1 && (
              <Button variant="quiet" onClick={() => move(index, index + 1)}>
                아래로
              </Button>
            )}
            <Button variant="quiet" onClick={() => remove(index)}>
              {field.noun} 삭제
            </Button>
          </div>
        </fieldset>
      ))}
      {error !== undefined && (
        <p role="alert" className="small error">
          {error}
        </p>
      )}
      <div>
        <Button variant="secondary" onClick={() => append({ ...(field.blank as object), id: newId() })}>
          {field.noun} 추가
        </Button>
      </div>
    </div>
  );
};

const AnyField = ({ field, path }: FieldProps) => {
  switch (field.kind) {
    case 'group':
      return <Group field={field} path={path} />;
    case 'items':
      return <Items field={field} path={path} />;
    case 'price':
      return <PriceField field={field} path={path} />;
    case 'number':
      return <NumberField field={field} path={path} />;
    case 'date':
      return <DateField field={field} path={path} />;
    case 'lines':
      return <LinesField field={field} path={path} />;
    case 'slots':
      return <SlotsField label={field.label} path={path} />;
    case 'photo':
      return <PhotoField label={field.label} hint={field.hint} path={path} />;
    case 'select':
      return <SelectField field={field} path={path} />;
    case 'line':
    case 'text':
    case 'document':
    case 'check':
      return <TypedField field={field} path={path} />;
  }
};

interface SectionFieldsProps {
  readonly fields: Fields;
  /** Path of the object that contains the fields; empty for the section itself. */
  readonly path?: string;
}

/** The inputs of a section, inside react-hook-form's `FormProvider`. */
export const SectionFields = ({ fields, path = '' }: SectionFieldsProps) =>
  Object.entries(fields).map(([name, field]) => (
    <AnyField key={name} field={field} path={path === '' ? name : `${path}.${name}`} />
  ));
