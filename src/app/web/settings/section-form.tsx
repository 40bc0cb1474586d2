import { ChevronDown } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import type { Field, Fields } from '#core/content/contract/field.ts';
import { fillVariables } from '#core/messages/contract/alimtalk-settings.ts';
import { notificationEndpoints } from '#core/messages/contract/notifications.ts';
import { KakaoBubble } from '#core/messages/web/kakao-bubble.tsx';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextArea } from '#platform/web/ui/form/text-area.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { CategoryCodeField, CategoryField } from './category-fields.tsx';
import type { FieldProps } from './field-props.ts';
import { ItemSummary } from './item-summary.tsx';
import { LogoField } from './logo-field.tsx';
import { PhotoField } from './photo-field.tsx';
import { SlotsField } from './slots-field.tsx';
import styles from './section-form.module.css';

const toText = (value: unknown): string => {
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Convert a typed text to the value for which it stands. An invalid text is returned as it is. */
const readers: Partial<Record<Field['kind'], (typed: string) => unknown>> = {
  price: (typed) => {
    const digits = typed.replaceAll(/[,\s원]/g, '');
    if (digits === '') return null;
    return /^\d+$/.test(digits) ? Number(digits) : typed;
  },
  number: (typed) => (/^\d+$/.test(typed) ? Number(typed) : typed),
  date: (typed) => (typed === '' ? null : typed),
  lines: (typed) => (typed === '' ? [] : typed.split('\n')),
};

const rows: Partial<Record<Field['kind'], number>> = { lines: 4, text: 3, template: 12, document: 24 };

/** The attributes of the inputs of one line. The default is a text that the browser does not fill in. */
const inputs: Partial<Record<Field['kind'], ComponentProps<'input'>>> = {
  price: { inputMode: 'numeric', autoComplete: 'off' },
  number: { inputMode: 'numeric', autoComplete: 'off' },
  date: { type: 'date' },
  secret: { type: 'password', autoComplete: 'new-password' },
};

const TypedField = ({ field: { kind, label, hint }, path }: FieldProps) => {
  const { field: input, fieldState } = useController({ name: path });
  const read = readers[kind] ?? ((typed) => typed);
  const props = {
    ...input,
    label,
    hint,
    value: toText(input.value),
    onChange: ({ target }: { target: { value: string } }) => input.onChange(read(target.value)),
    error: fieldState.error?.message,
  };
  return rows[kind] === undefined ? (
    <TextField {...props} {...(inputs[kind] ?? { type: 'text', autoComplete: 'off' })} />
  ) : (
    <TextArea {...props} rows={rows[kind]} />
  );
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

const CheckField = ({ field: { label }, path }: FieldProps) => (
  <Checkbox {...useFormContext().register(path)} label={label} />
);

/** The text of a template for KakaoTalk, and what a customer gets. */
const TemplateField = (props: FieldProps) => {
  const { data } = useApiQuery(notificationEndpoints.listMessageTexts, {});
  const text = toText(useWatch({ name: props.path }));
  return (
    <div className={cx('stack-4', styles.template)}>
      <TypedField {...props} />
      <KakaoBubble text={fillVariables(text, data?.[0]?.values ?? {}) ?? text} />
    </div>
  );
};

const Group = ({ field, path }: FieldProps & { field: Extract<Field, { kind: 'group' }> }) => (
  <fieldset className={cx('stack-5 ruled', styles.group)}>
    <legend className={cx('subtitle', styles.legend)}>{field.label}</legend>
    <SectionFields fields={field.fields} path={path} />
  </fieldset>
);

// `randomUUID` is missing where the site is served without TLS, except on localhost.
const newId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');

type ItemsField = Extract<Field, { kind: 'items' }>;
type Lists = Readonly<Record<string, { readonly id: string }[]>>;

interface ItemProps {
  readonly field: ItemsField;
  readonly path: string;
  readonly title: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** The buttons that move and remove the item. */
  readonly children: ReactNode;
}

/** A card that shows what the item is in one line, and its fields while it is open or has an error. */
const Item = ({ field, path, title, isOpen, onOpen, children }: ItemProps) => {
  const { getFieldState, formState } = useFormContext();
  const isShown = isOpen || getFieldState(path, formState).invalid;
  return (
    <fieldset className={styles.card}>
      <legend className="visually-hidden">{title}</legend>
      <button
        type="button"
        className={cx('row-3 wrap middle full', styles.line)}
        aria-expanded={isShown}
        onClick={() => onOpen(!isShown)}
      >
        <ItemSummary fields={field.fields} path={path} title={title} />
        <ChevronDown size={20} aria-hidden="true" />
      </button>
      {isShown && (
        // The card stays open when the error goes that opened it.
        <div className={cx('stack-5', styles.content)} onFocus={() => onOpen(true)}>
          <SectionFields fields={field.fields} path={path} />
          <div className="row-2 wrap">{children}</div>
        </div>
      )}
    </fieldset>
  );
};

const Items = ({ field, path }: FieldProps & { field: ItemsField }) => {
  const { getFieldState, formState } = useFormContext();
  const {
    fields: items,
    append,
    remove,
    move,
  } = useFieldArray<Lists, string, 'key'>({
    name: path,
    keyName: 'key',
  });
  const [openId, setOpenId] = useState<string | null>(null);
  const error = getFieldState(path, formState).error?.root?.message;
  return (
    <div className="stack-4">
      <div className={styles.cards}>
        {items.map(({ key, id }, index) => (
          <Item
            key={key}
            field={field}
            path={`${path}.${index}`}
            title={`${field.noun} ${index + 1}`}
            isOpen={id === openId}
            onOpen={(isOpen) => setOpenId(isOpen ? id : null)}
          >
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
          </Item>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="small error">
          {error}
        </p>
      )}
      <div>
        <Button
          variant="secondary"
          onClick={() => {
            const id = newId();
            setOpenId(id);
            append({ ...(field.blank as object), id });
          }}
        >
          {field.noun} 추가
        </Button>
      </div>
    </div>
  );
};

const FieldInput = ({ field, path }: FieldProps) => {
  switch (field.kind) {
    case 'group':
      return <Group field={field} path={path} />;
    case 'items':
      return <Items field={field} path={path} />;
    case 'slots':
      return <SlotsField label={field.label} path={path} />;
    case 'photo':
      return <PhotoField field={field} path={path} />;
    case 'category':
      return <CategoryField field={field} path={path} />;
    case 'categoryCode':
      return <CategoryCodeField field={field} path={path} />;
    case 'logo':
      return <LogoField field={field} path={path} />;
    case 'select':
      return <SelectField field={field} path={path} />;
    case 'template':
      return <TemplateField field={field} path={path} />;
    case 'check':
      return <CheckField field={field} path={path} />;
    case 'line':
    case 'secret':
    case 'text':
    case 'document':
    case 'lines':
    case 'price':
    case 'number':
    case 'date':
      return <TypedField field={field} path={path} />;
  }
};

const amountKinds: ReadonlySet<Field['kind']> = new Set(['price', 'number', 'date']);
const choiceKinds: ReadonlySet<Field['kind']> = new Set(['select', 'category', 'categoryCode']);

/** The input of a field, as wide as what it holds. */
const AnyField = (props: FieldProps) => {
  const { kind, isShort = false } = props.field;
  const input = <FieldInput {...props} />;
  if (amountKinds.has(kind)) return <div className={styles.amount}>{input}</div>;
  return isShort || choiceKinds.has(kind) ? <div className={styles.short}>{input}</div> : input;
};

interface ConditionalFieldProps extends FieldProps {
  readonly shownFor: NonNullable<Field['shownFor']>;
}

/** A field that is shown for one value of another field, and while it has an error, which the form would hide otherwise. */
const ConditionalField = ({ shownFor: [name, value], ...props }: ConditionalFieldProps) => {
  const { getFieldState, formState } = useFormContext();
  const other = useWatch({ name: props.path.slice(0, props.path.lastIndexOf('.') + 1) + name }) as unknown;
  const isShown = other === value || getFieldState(props.path, formState).invalid;
  return isShown && <AnyField {...props} />;
};

interface SectionFieldsProps {
  readonly fields: Fields;
  /** Path of the object that contains the fields; empty for the section itself. */
  readonly path?: string;
}

/** The inputs of the fields, inside react-hook-form's `FormProvider`. */
export const SectionFields = ({ fields, path = '' }: SectionFieldsProps) =>
  Object.entries(fields).map(([name, field]) => {
    const props = { field, path: path === '' ? name : `${path}.${name}` };
    return field.shownFor === undefined ? (
      <AnyField key={name} {...props} />
    ) : (
      <ConditionalField key={name} {...props} shownFor={field.shownFor} />
    );
  });
