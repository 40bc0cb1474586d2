import type { ReactNode } from 'react';
import { useController, type UseFormRegisterReturn } from 'react-hook-form';
import { SHOOT_TYPE_MESSAGE } from '#core/content/contract/categories.ts';
import { useAllCategories } from '#core/content/web/use-category-name.tsx';
import { PhoneField } from '#platform/web/ui/form/phone-field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextArea } from '#platform/web/ui/form/text-area.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import styles from './phone-reservation-fields.module.css';

const CategorySelect = () => {
  const { field, fieldState } = useController<{ shootType?: string }>({ name: 'shootType' });
  const categories = useAllCategories().map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      {...field}
      label="카테고리"
      value={field.value ?? ''}
      options={[{ value: '', label: '선택해 주세요' }, ...categories]}
      error={fieldState.invalid ? SHOOT_TYPE_MESSAGE : undefined}
    />
  );
};

export const factNames = [
  'guestName',
  'phoneNumber',
  'shootType',
  'desiredShootDate',
  'location',
  'notes',
] as const;
const leftOutIfEmpty = { setValueAs: (typed: string) => typed || undefined };
type TextName = Exclude<(typeof factNames)[number], 'shootType'>;

interface PhoneReservationFieldsProps {
  readonly field: (
    name: TextName,
    options?: typeof leftOutIfEmpty,
  ) => UseFormRegisterReturn & { readonly error: string | undefined };
  readonly phoneHint?: string;
  /** Shown between the customer and the wishes, below the category. */
  readonly children?: ReactNode;
}

/** The facts of a reservation for a customer without an account, in a `FormProvider`. */
export const PhoneReservationFields = ({ field, phoneHint, children }: PhoneReservationFieldsProps) => (
  <>
    <div className={styles.pair}>
      <TextField {...field('guestName')} label="이름" autoComplete="off" />
      <PhoneField
        {...field('phoneNumber', leftOutIfEmpty)}
        label="전화번호"
        note="선택"
        hint={phoneHint}
        autoComplete="off"
      />
    </div>
    <CategorySelect />
    {children}
    <div className={styles.pair}>
      <TextField {...field('desiredShootDate')} label="희망 촬영 날짜" note="선택" autoComplete="off" />
      <TextField {...field('location')} label="촬영 장소" note="선택" autoComplete="off" />
    </div>
    <TextArea {...field('notes')} label="요청 사항" note="선택" />
  </>
);
