import * as z from 'zod/mini';
import { logoName } from '#core/files/contract/logos.ts';
import { optionalTextField, textField } from '#platform/contract/text/text-field.ts';

/** What a field of a section holds. A field declares its rule, its label and its input in one place. */
interface FieldBase<Schema extends z.ZodMiniType> {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Validates the value and names the message of a wrong one. */
  readonly schema: Schema;
  /** The value of a field that has none yet, such as in a new item of a list. */
  readonly blank: unknown;
  /** Whether its texts are so short that they fit into a narrow input. */
  readonly isShort?: boolean;
  /** Shown only while this other field of its object has this value, or while the input is invalid. */
  readonly shownFor?: readonly [field: string, value: string];
}

type Input =
  | { readonly kind: keyof typeof blanks }
  | {
      readonly kind: 'select';
      readonly options: readonly { readonly value: string; readonly label: string }[];
    }
  | { readonly kind: 'group'; readonly fields: Fields }
  /** A list of objects with these fields and an `id`. `noun` is the Korean word for one item. */
  | { readonly kind: 'items'; readonly noun: string; readonly fields: Fields };

export type Field<Schema extends z.ZodMiniType = z.ZodMiniType> = FieldBase<Schema> & Input;

/** The fields of an object by the names of its properties, in the order of the form. */
export type Fields = Readonly<Record<string, Field>>;

type ShapeOf<F extends Fields> = { -readonly [Name in keyof F]: F[Name]['schema'] };
type Check<Schema> = z.core.CheckFn<z.output<Schema>> | z.core.$ZodCheck<z.output<Schema>>;

const LINE = 100;
/** The most code points of a line in a narrow input. */
const SHORT = 20;
const PARAGRAPH = 500;
const MAX_ITEMS = 30;

/** The kinds of field without properties of their own such as options, each with its default value in a new item. */
const blanks = {
  line: '',
  secret: '',
  text: '',
  document: '',
  /** The text of a message with variables: `#{이름}`. */
  template: '',
  number: null,
  date: null,
  price: null,
  check: false,
  photo: null,
  category: '',
  categoryCode: '',
  /** The name of an uploaded logo. */
  logo: null,
  slots: [],
  /** A list of short texts, one per line of the input. */
  lines: [],
} as const;

/** A field with a rule of its own. */
export const field = <Schema extends z.ZodMiniType>(
  kind: keyof typeof blanks,
  label: string,
  schema: Schema,
  hint?: string,
) => ({ kind, label, hint, schema, blank: blanks[kind] }) satisfies Field<Schema>;

interface TextOptions {
  /** In code points. */
  readonly max?: number;
  readonly hint?: string;
  /** The message of an empty text. */
  readonly required?: string;
}

/** One line of text that must not be empty. */
export const line = (
  label: string,
  { max = LINE, hint, required = `${label} 항목을 입력해 주세요.` }: TextOptions = {},
  ...checks: readonly Check<z.ZodMiniString>[]
) => ({
  ...field('line', label, textField({ label, max, required }).check(...checks), hint),
  isShort: max <= SHORT,
});

/** Several lines of text that must not be empty. */
export const text = (
  label: string,
  { max = PARAGRAPH, hint, required = `${label} 항목을 입력해 주세요.` }: TextOptions = {},
  ...checks: readonly Check<z.ZodMiniString>[]
) => field('text', label, textField({ label, max, required, multiline: true }).check(...checks), hint);

export const optionalLine = (label: string, { max = LINE, hint }: TextOptions = {}) => ({
  ...field('line', label, optionalTextField({ label, max }), hint),
  isShort: max <= SHORT,
});
export const optionalText = (label: string, { max = PARAGRAPH, hint }: TextOptions = {}) =>
  field('text', label, optionalTextField({ label, max, multiline: true }), hint);

export const number = (label: string, min: number, max: number, hint?: string) => {
  const message = `${min}부터 ${max}까지의 정수를 입력해 주세요.`;
  return field('number', label, z.int(message).check(z.minimum(min, message), z.maximum(max, message)), hint);
};

const flag = z.boolean('켜거나 꺼 주세요.');
export const check = (label: string) => field('check', label, flag);
/** For a property that bodies stored earlier may lack. */
export const laterCheck = (label: string, byDefault: boolean) =>
  field('check', label, z._default(flag, byDefault));

/** The id of a photo on the site; null for the default. */
export const photo = (label: string) => field('photo', label, z._default(z.nullable(z.int()), null));

export const logo = (label: string, hint: string) =>
  field('logo', label, z._default(z.nullable(logoName), null), hint);

/** One of the names of `labels`. `message` is that of a wrong one. */
export const select = <Labels extends Readonly<Record<string, string>>>(
  label: string,
  labels: Labels,
  message: string,
) => {
  const schema = z.enum(Object.keys(labels) as `${Exclude<keyof Labels, symbol>}`[], message);
  const options = Object.entries(labels).map(([value, one]) => ({ value, label: one }));
  return { kind: 'select', label, schema, options, blank: options[0]?.value } satisfies Field;
};

export const objectOf = <F extends Fields>(fields: F) =>
  z.object(
    Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])) as ShapeOf<F>,
  );

/** An object within the section. */
export const group = <F extends Fields>(
  label: string,
  fields: F,
  ...checks: readonly Check<ReturnType<typeof objectOf<F>>>[]
) => ({ kind: 'group', label, fields, schema: objectOf(fields).check(...checks), blank: {} }) satisfies Field;

/** Key of a list item. It stays the same while the item is edited, moved and restored. */
const itemId = z.string().check(z.regex(/^[\w-]{1,40}$/, '항목을 확인해 주세요.'));

export const itemOf = <F extends Fields>(fields: F) =>
  z.object({ id: itemId, ...objectOf(fields).shape } as { id: typeof itemId } & ShapeOf<F>);

export const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;

interface ListOptions {
  readonly min?: number;
  readonly max?: number;
}

/** A list whose items are checked by `item`, for items with more properties or rules than their form fields express. */
export const itemsOf = <Item extends z.ZodMiniType>(
  {
    label,
    noun,
    fields,
    min = 0,
    max = MAX_ITEMS,
  }: ListOptions & { label: string; noun: string; fields: Fields },
  item: Item,
) => {
  const message =
    min === 0 ? `${max}개까지 등록할 수 있습니다.` : `${min}개부터 ${max}개까지 등록할 수 있습니다.`;
  const schema = z.array(item).check(
    z.minLength(min, message),
    z.maxLength(max, message),
    z.refine(
      (list) => isUnique(list.map((one) => (one as { readonly id: string }).id)),
      '같은 항목이 두 번 들어 있습니다.',
    ),
  );
  const blank = Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, inner.blank]));
  return { kind: 'items', label, noun, fields, schema, blank } satisfies Field;
};

export const items = <F extends Fields>(label: string, noun: string, fields: F, limits: ListOptions = {}) =>
  itemsOf({ label, noun, fields, ...limits }, itemOf(fields));
