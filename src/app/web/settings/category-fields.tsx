import { useController, useFormState, useWatch } from 'react-hook-form';
import { ALL_CATEGORIES } from '#core/content/contract/categories.ts';
import { proposeCategoryCode } from '#core/content/contract/category-codes.ts';
import { useAllCategories } from '#core/content/web/use-category-name.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { FieldProps } from './field-props.ts';

/** Chooses a category by its id, also a hidden one. A field whose initial value is all categories offers that instead of no choice. */
export const CategoryField = ({ field: { label, blank }, path }: FieldProps) => {
  const { field, fieldState } = useController({ name: path });
  const options = useAllCategories().map(({ id, name, isHidden }) => ({
    value: id,
    label: isHidden ? `${name} (숨김)` : name,
  }));
  return (
    <Select
      label={label}
      name={path}
      value={String(field.value)}
      onChange={field.onChange}
      options={[
        blank === ALL_CATEGORIES
          ? { value: ALL_CATEGORIES, label: '모든 카테고리' }
          : { value: '', label: '선택해 주세요' },
        ...options,
      ]}
      error={fieldState.error?.message}
    />
  );
};

interface CategoryItem {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}

/**
 * The code, which is the category's id elsewhere. Left empty, it is the one proposed for the name, if there is one. It cannot be edited once
 * it is published.
 */
export const CategoryCodeField = ({ field: { label, hint }, path }: FieldProps) => {
  const { field, fieldState } = useController({ name: path });
  const { id, name, code } = useWatch({ name: path.slice(0, path.lastIndexOf('.')) }) as CategoryItem;
  const stored = useFormState().defaultValues?.['categories'] as readonly CategoryItem[] | undefined;
  const isStored = stored?.some((item) => item.id === id && item.code === code) === true;
  const isPublished = useAllCategories().some((category) => category.id === code) && isStored;
  const proposal = proposeCategoryCode(name);
  return (
    <TextField
      {...field}
      label={label}
      hint={proposal === '' || code !== '' ? hint : `비워 두면 ${proposal}입니다. ${hint}`}
      placeholder={proposal}
      readOnly={isPublished}
      autoComplete="off"
      autoCapitalize="characters"
      onChange={({ target }) => field.onChange(target.value.toUpperCase())}
      error={fieldState.error?.message}
    />
  );
};
