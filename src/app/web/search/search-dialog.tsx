import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { toDatedRecord } from '#features/reservations/web/admin/reservation-records.tsx';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { useBackToClose } from '#platform/web/client/navigation/use-back-to-close.ts';
import { RecordList, type ListedRecord } from '#platform/web/client/record-list.tsx';
import { useNow } from '#platform/web/client/use-now.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { Dialog } from '#platform/web/ui/dialog/dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { searchEndpoints, searchKeyword, type SearchResults } from '../../contract/search.ts';
import { toCustomerRecord } from '../customers/customer-record.tsx';
import { toQuestionRecord } from '../desk/question-record.tsx';
import styles from './search-dialog.module.css';

const DEBOUNCE_MS = 150;

const useDebounced = (value: string): string => {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
};

/** A `ref` that gives an input the focus when its dialog opens. */
const autofocus = (input: HTMLInputElement | null): void => void input?.toggleAttribute('autofocus', true);

/** Moves the focus between the input and the links. */
const onArrow = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  // The key that ends the composition of a syllable comes once more.
  if (step === undefined || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  stops[stops.findIndex((stop) => stop === document.activeElement) + step]?.focus();
};

const describeCount = (results: SearchResults): string => {
  const count = Object.values(results).flat().length;
  return count === 0 ? '검색 결과가 없습니다.' : `최근 ${count}건`;
};

const toRecords = ({ reservations, customers, questions }: SearchResults, today: string): ListedRecord[] => [
  ...reservations.map((found) => ({ ...toDatedRecord(found, today), heading: '예약' })),
  ...customers.map((found) => ({ ...toCustomerRecord(found), heading: '고객' })),
  ...questions.map((found) => ({ ...toQuestionRecord(found), heading: '문의' })),
];

/** Searches bookings, customers and inquiries while the admin types. Back closes it. */
export const SearchDialog = ({ onClose }: { onClose: () => void }) => {
  const [typed, setTyped] = useState('');
  const { data: keyword, error: fault } = searchKeyword.safeParse(useDebounced(typed));
  const { data, error, isPlaceholderData, refetch } = useApiQuery(
    searchEndpoints.search,
    { query: { keyword: keyword ?? '' } },
    { enabled: keyword !== undefined, keepsPrevious: true },
  );
  const results = keyword === undefined ? undefined : data;
  const isCurrent = !isPlaceholderData && searchKeyword.safeParse(typed).data === keyword;
  const today = seoulDate(useNow());
  const list = useRef<HTMLDivElement>(null);
  const openFirst = (): void => list.current?.querySelector('a')?.click();
  const removeHistoryEntry = useBackToClose(onClose);
  /** Enter was pressed before the results of the keyword had arrived. */
  const wantsFirst = useRef(false);
  useEffect(() => {
    if (!wantsFirst.current || !isCurrent) return;
    wantsFirst.current = false;
    openFirst();
  });

  const close = (): void => {
    removeHistoryEntry();
    onClose();
  };

  return (
    <Dialog
      title="검색"
      closeLabel="닫기"
      isWide
      onClose={close}
      onSubmit={() => {
        wantsFirst.current = !isCurrent;
        if (isCurrent) openFirst();
      }}
    >
      <div role="search" className={cx('stack-3 start', styles.search)} onKeyDown={onArrow}>
        <TextField
          ref={autofocus}
          label="이름, 전화번호, 예약 번호, 아이디, 문의 내용"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          value={typed}
          onChange={({ target }) => {
            wantsFirst.current = false;
            setTyped(target.value);
          }}
        />
        <p className="note tabular" role="status">
          {typed.trim() === '' && '이름은 일부만, 전화번호는 끝 네 자리만 입력해도 됩니다.'}
          {typed.trim() !== '' && fault?.issues[0]?.message}
          {results !== undefined && isCurrent && describeCount(results)}
        </p>
        {error !== null && <LoadFailure error={error} onRetry={() => void refetch()} />}
        {keyword !== undefined && results === undefined && error === null && (
          <Skeleton label="검색하고 있습니다." shape="row" count={6} />
        )}
        <div ref={list}>
          {results !== undefined && (
            <RecordList label="검색 결과" replaces records={toRecords(results, today)} />
          )}
        </div>
      </div>
    </Dialog>
  );
};
