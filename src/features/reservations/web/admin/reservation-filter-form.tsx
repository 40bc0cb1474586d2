import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAllCategories } from '#core/content/web/use-category-name.tsx';
import { centerInRow } from '#core/files/web/center-in-row.ts';
import { isCalendarDate } from '#platform/contract/seoul-time.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { reservationSorts, type ReservationSort } from '../../contract/admin-reservations.ts';
import { reservationStateLabels } from '../../contract/reservation-states.ts';
import { reservationStates } from '../../contract/reservations.ts';
import {
  countFilters,
  offeredViews,
  serializeReservationSearch,
  type ReservationFilters,
  type ReservationSearch,
} from './reservation-search.ts';
import pill from '#platform/web/ui/pill.module.css';
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

const ALL = { value: '', label: '전체' };

interface ReservationFilterFormProps {
  readonly today: string;
  readonly search: ReservationSearch;
  readonly onChange: (makePart: (before: ReservationSearch) => Partial<ReservationSearch>) => void;
}

/** Links to the views of the list, and a button that counts and unfolds all filters. Changes apply to the list at once. */
export const ReservationFilterForm = ({ today, search, onChange }: ReservationFilterFormProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const { filters, sort } = search;
  const active = countFilters(search, today);
  const categories = useAllCategories();
  const narrow = (part: Partial<ReservationFilters>, more: Partial<ReservationSearch> = {}): void =>
    onChange((before) => ({ filters: { ...before.filters, ...part }, ...more }));

  return (
    <section className="stack-3 fit" aria-label="예약 필터">
      <nav className={cx('row-2 fit', styles.views)} aria-label="예약 보기">
        <button
          type="button"
          className={cx('row-2 nowrap', pill.pill, styles.toggle)}
          aria-expanded={isOpen}
          aria-controls="reservation-filters"
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal size={18} aria-hidden="true" />
          {active === 0 ? '상세' : `상세 ${active}`}
        </button>
        {offeredViews(search, today).map(({ label, isCurrent, search: view }) => (
          <Link
            key={label}
            ref={isCurrent ? centerInRow : undefined}
            to={{ search: new URLSearchParams(serializeReservationSearch(view, today)).toString() }}
            className={cx('nowrap', pill.pill)}
            aria-current={isCurrent ? 'page' : undefined}
            preventScrollReset
          >
            {label}
          </Link>
        ))}
      </nav>
      <div id="reservation-filters" className={styles.fields} hidden={!isOpen}>
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
