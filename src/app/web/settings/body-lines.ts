import { ALL_CATEGORIES, type Category } from '#core/content/contract/categories.ts';
import type { Field, Fields } from '#core/content/contract/field.ts';
import { formatSlot } from '#features/reservations/contract/slots.ts';
import { formatNumber } from '#platform/contract/text/format-number.ts';

export type Body = Readonly<Record<string, unknown>>;

const valueText = (field: Field, value: unknown, categories: readonly Category[]): string => {
  const { kind } = field;
  if (kind === 'price') return typeof value === 'number' ? `${formatNumber(value)}원` : '상담 후 안내';
  if (kind === 'check') return value === true ? '예' : '아니요';
  if (kind === 'photo') return typeof value === 'number' ? `사진 ${value}번` : '선택하지 않음';
  if (kind === 'logo') return typeof value === 'string' ? `파일 ${value.slice(0, 6)}` : '없음';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value !== 'string') return '';
  if (kind === 'category')
    return value === ALL_CATEGORIES
      ? '모든 카테고리'
      : (categories.find(({ id }) => id === value)?.name ?? value);
  if (kind !== 'select') return value;
  return field.options.find((option) => option.value === value)?.label ?? value;
};

/** Describes a section's body as lines of `label: value`, by which two versions are compared. */
export const toLines = (
  fields: Fields,
  body: Body,
  categories: readonly Category[] = [],
  prefix = '',
): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const value = body[name];
    const label = prefix + field.label;
    if (field.shownFor !== undefined && body[field.shownFor[0]] !== field.shownFor[1]) return [];
    if (field.kind === 'group')
      return toLines(field.fields, (value ?? {}) as Body, categories, `${label} · `);
    if (field.kind === 'items')
      // Versions that were published before the field existed lack it.
      return ((value ?? []) as readonly Body[]).flatMap((item, index) =>
        toLines(field.fields, item, categories, `${prefix}${field.noun} ${index + 1} · `),
      );
    if (field.kind === 'slots') {
      const slots = value as readonly string[];
      return [`${label}: ${slots.length === 0 ? '휴무' : slots.map(formatSlot).join(', ')}`];
    }
    const texts =
      field.kind === 'lines' ? (value as readonly string[]) : valueText(field, value, categories).split('\n');
    return texts.map((line) => `${label}: ${line}`);
  });
