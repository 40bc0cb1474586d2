import { useNavigate } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { FocusedReport } from '#features/reservations/web/focused-report.tsx';
import { showAlert } from '#platform/web/client/alert.tsx';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { reloadData } from '#platform/web/client/api/data-changes.ts';
import { RecordList, type ListedRecord } from '#platform/web/client/record-list.tsx';
import { useAction, type ActionReport } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { PhoneNumber } from '#platform/web/ui/phone-number.tsx';
import {
  customerEndpoints,
  type Caller,
  type Customer,
  type CustomerSummary,
} from '../../contract/customers.ts';
import { toCustomerRecord } from './customer-record.tsx';

const { mergeCustomers, separateCustomer } = customerEndpoints;

interface PersonListProps {
  readonly title: string;
  readonly note?: string;
  /** Those without `onPress` have no button. */
  readonly people: readonly (ListedRecord & { readonly onPress?: () => void })[];
  readonly buttonLabel: string;
  readonly isRunning: boolean;
  readonly report: ActionReport | null;
}

/** Persons with a button each. The report stays when the list is empty. */
const PersonList = ({ title, note, people, buttonLabel, isRunning, report }: PersonListProps) => {
  const toRecord = ({ onPress, ...person }: (typeof people)[number]): ListedRecord => ({
    ...person,
    actions: onPress && (
      <Button
        variant="secondary"
        size="small"
        aria-label={`${person.title} ${buttonLabel}`}
        isLoading={isRunning}
        onClick={onPress}
      >
        {buttonLabel}
      </Button>
    ),
  });
  return (
    <>
      <FocusedReport report={report} />
      {people.length > 0 && (
        <section className="stack-3 full" aria-label={title}>
          <h2 className="subtitle">{title}</h2>
          {note !== undefined && <p className="note">{note}</p>}
          <RecordList label={title} records={people.map(toRecord)} />
        </section>
      )}
    </>
  );
};

/** Other customers with one of this customer's numbers, each with a button that merges the two. A caller becomes part of a member. */
export const SameNumber = ({ customer: { id, account, sameNumber } }: { customer: Customer }) => {
  const navigate = useNavigate();
  const { run, isRunning, report } = useAction();

  const merge = (other: CustomerSummary) =>
    run(async () => {
      const [customerId, callerId] = other.isMember ? [other.id, id] : [id, other.id];
      const input = { params: { customerId }, body: { callerId } };
      // The page of a caller who became part of a member no longer exists, so it must not reload.
      await browserApi.call(mergeCustomers, input, { reloads: customerId === id });
      if (customerId === id) return `${other.name} 님의 예약을 한곳에 모았습니다.`;
      await navigate(paths.adminCustomer(customerId), { replace: true, flushSync: true });
      await reloadData(mergeCustomers.changes);
      await showAlert(`전화 예약을 ${other.name} 님의 예약과 한곳에 모았습니다.`);
      return null;
    });

  return (
    <PersonList
      title="같은 번호의 고객"
      note="같은 분이면 합쳐 주세요. 회원이 보는 예약은 바뀌지 않습니다."
      people={sameNumber.map((other) => ({
        ...toCustomerRecord(other),
        // Two members are two persons.
        ...((!other.isMember || account === null) && { onPress: () => void merge(other) }),
      }))}
      buttonLabel="합치기"
      isRunning={isRunning}
      report={report}
    />
  );
};

/** The names and numbers that were merged into this customer, each with a button that takes it out again. */
export const MergedCallers = ({ customer: { id, account, callers } }: { customer: Customer }) => {
  const { send, isRunning, report } = useAction();
  const isMerged = callers.length > (account === null ? 1 : 0);

  const separate = ({ reservationId, name }: Caller) =>
    send(
      separateCustomer,
      { params: { customerId: id }, body: { reservationId } },
      () => `${name} 님의 전화 예약을 나누었습니다.`,
    );

  return (
    <PersonList
      title="합친 전화 예약"
      people={(isMerged ? callers : []).map((caller) => ({
        id: caller.reservationId,
        to: paths.adminReservation(caller.reservationId),
        title: caller.name,
        meta: [
          caller.phoneNumber !== null && <PhoneNumber key="phone" digits={caller.phoneNumber} />,
          `예약 ${caller.reservations}건`,
        ],
        onPress: () => void separate(caller),
      }))}
      buttonLabel="나누기"
      isRunning={isRunning}
      report={report}
    />
  );
};
