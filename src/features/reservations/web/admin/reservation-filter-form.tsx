import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useAllCategories } from '#core/content/web/use-category-name.tsx';
import { addDays, isCalendarDate } from '#platform/contract/seoul-time.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { reservationSorts, type ReservationSort } from '../../contract/admin-reservations.ts';
import { reservationStateLabels } from '../../contract/reservation-states.ts';
import { reservationStates } from '../../contract/reservations.ts';
import { countFilters, type ReservationFilters, type ReservationSearch } from './reservation-search.ts';
import styles from './reservation-filter-form.module.css';

interface DateFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (date: string | undefined) => void;
  readonly min?: string;
  readonly max?: string;
}

/** Ignores dates before the year 1000, which the browser reports while a year is being typed, and after 2999. */
const DateFilter = ({ label, value = '', onChange, min, max }: DateFilterProps) => {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  return (
    <TextField
      label={label}
      type="date"
      value={typed}
      min={min}
      max={max}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value === '') onChange(undefined);
        else if (isCalendarDate(target.value)) onChange(target.value);
      }}
    />
  );
};

const sortLabels: Readonly<Record<ReservationSort, string>> = {
  'date-desc': '미팅 늦은 순',
  'date-asc': '미팅 빠른 순',
  'created-desc': '최근 예약순',
};

/** The last one is the view that the page opens on. */
const presetsOn = (today: string) =>
  [
    { label: '오늘', from: today, to: today, state: undefined },
    { label: '7일간', from: today, to: addDays(today, 6), state: undefined },
    { label: '예정', from: today, to: undefined, state: 'BOOKED' },
  ] as const;

const ALL = { value: '', label: '전체' };

interface ReservationFilterFormProps {
  readonly today: string;
  readonly search: ReservationSearch;
  readonly onChange: (makePart: (before: ReservationSearch) => Partial<ReservationSearch>) => void;
}

/** Changes apply to the list at once. On a phone the fields are folded behind a button that counts those that are set. */
export const ReservationFilterForm = ({ today, search, onChange }: ReservationFilterFormProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const { filters, sort } = search;
  const active = countFilters(search, today);
  const categories = useAllCategories();
  const narrow = (part: Partial<ReservationFilters>, more: Partial<ReservationSearch> = {}): void =>
    onChange((before) => ({ filters: { ...before.filters, ...part }, ...more }));

  return (
    <section className="stack-3" aria-label="예약 필터">
      <div className="row-2 wrap">
        {presetsOn(today).map(({ label, from, to, state }) => {
          const isOn = filters.from === from && filters.to === to;
          return (
            <button
              key={label}
              type="button"
              className={styles.preset}
              aria-pressed={isOn}
              onClick={() =>
                isOn
                  ? narrow({ from: undefined, to: undefined, state: undefined }, { sort: 'date-desc' })
                  : narrow({ from, to, state, unsettled: undefined }, { sort: 'date-asc' })
              }
            >
              {label}
            </button>
          );
        })}
        <div className={styles.toggle}>
          <Button
            variant="quiet"
            size="small"
            aria-expanded={isOpen}
            aria-controls="reservation-filters"
            onClick={() => setIsOpen(!isOpen)}
          >
            <SlidersHorizontal size={18} aria-hidden="true" />
            {active === 0 ? '필터' : `필터 ${active}`}
          </Button>
        </div>
      </div>
      <div id="reservation-filters" className={styles.fields} data-open={isOpen || undefined}>
        <DateFilter
          label="시작일"
          value={filters.from}
          max={filters.to}
          onChange={(from) => narrow({ from })}
        />
        <DateFilter label="종료일" value={filters.to} min={filters.from} onChange={(to) => narrow({ to })} />
        <Select
          label="카테고리"
          value={filters.shootType ?? ''}
          options={[ALL, ...categories.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(value) => narrow({ shootType: value === '' ? undefined : value })}
        />
        <Select
          label="상태"
          value={filters.state ?? ''}
          options={[
            ALL,
            ...reservationStates.map((value) => ({ value, label: reservationStateLabels[value] })),
          ]}
          onChange={(value) => narrow({ state: reservationStates.find((state) => state === value) })}
        />
        <Select
          label="정렬"
          value={sort}
          options={reservationSorts.map((value) => ({ value, label: sortLabels[value] }))}
          onChange={(value) =>
            narrow({}, { sort: reservationSorts.find((known) => known === value) ?? sort })
          }
        />
      </div>
    </section>
  );
};
