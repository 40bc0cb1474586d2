import type { Fields } from '#core/content/contract/field.ts';
import type { Body } from './body-lines.ts';

type Item = Body & { readonly id: string };

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** An added or removed item counts as one change, and so does a new order of the items. */
const countItemChanges = (fields: Fields, before: readonly Item[], after: readonly Item[]): number => {
  const earlier = new Map(before.map((item) => [item.id, item]));
  const stayed = after.filter(({ id }) => earlier.has(id));
  const ids = stayed.map(({ id }) => id);
  const order = before.map(({ id }) => id).filter((id) => ids.includes(id));
  const inside = stayed.reduce(
    (sum, item) => sum + countChanges(fields, earlier.get(item.id) ?? {}, item),
    0,
  );
  return inside + before.length + after.length - 2 * stayed.length + (isEqual(ids, order) ? 0 : 1);
};

/** The number of fields of a section whose values differ, also inside groups and list items. */
export const countChanges = (fields: Fields, before: Body, after: Body): number =>
  Object.entries(fields).reduce((sum, [name, field]) => {
    const [one, other] = [before[name], after[name]];
    if (field.kind === 'group')
      return sum + countChanges(field.fields, (one ?? {}) as Body, (other ?? {}) as Body);
    if (field.kind === 'items')
      return sum + countItemChanges(field.fields, (one ?? []) as Item[], (other ?? []) as Item[]);
    return sum + (isEqual(one, other) ? 0 : 1);
  }, 0);
