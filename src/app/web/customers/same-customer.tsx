import { Link, useNavigate } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PhoneNumber } from '#platform/web/ui/phone-number.tsx';
import {
  customerEndpoints,
  type Caller,
  type Customer,
  type CustomerSummary,
} from '../../contract/customers.ts';
import styles from './customer-page.module.css';

const { mergeCustomers, separateCustomer } = customerEndpoints;

/** Name, number and what is known of a customer in one line. */
const Person = ({ name, phoneNumber, about }: Pick<Caller, 'name' | 'phoneNumber'> & { about: string }) => (
  <span>
    <strong>{name}</strong> <span className="note tabular">{about}</span>
    {phoneNumber !== null && <PhoneNumber digits={phoneNumber} className={styles.number} />}
  </span>
);

/** Other customers with one of this customer's numbers, each with a button that merges the two. A caller becomes part of a member. */
export const SameNumber = ({ customer }: { customer: Customer }) => {
  const navigate = useNavigate();
  const { send, isRunning, report } = useAction();

  const merge = async (other: CustomerSummary): Promise<void> => {
    const [id, callerId] = other.isMember ? [other.id, customer.id] : [customer.id, other.id];
    const input = { params: { customerId: id }, body: { callerId } };
    const done = await send(mergeCustomers, input, () => `${other.name} 님과 같은 고객으로 표시합니다.`);
    if (done?.tone === 'success' && id !== customer.id)
      await navigate(paths.adminCustomer(id), { replace: true });
  };

  return (
    <>
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
      {customer.sameNumber.length > 0 && (
        <section className="stack-3 start" aria-labelledby="same-number">
          <h2 id="same-number" className="subtitle">
            같은 번호의 고객
          </h2>
          <p className="note">같은 분이면 합쳐 주세요. 회원이 보는 예약은 바뀌지 않습니다.</p>
          <ul className={styles.people}>
            {customer.sameNumber.map((other) => (
              <li key={other.id} className={cx('row-3 middle', styles.person)}>
                <Link to={paths.adminCustomer(other.id)} className="link">
                  <Person
                    {...other}
                    about={`${other.isMember ? '회원' : '전화 예약'} · 예약 ${other.reservations}건`}
                  />
                </Link>
                {(!other.isMember || customer.account === null) && (
                  <Button
                    variant="secondary"
                    size="small"
                    isLoading={isRunning}
                    onClick={() => void merge(other)}
                  >
                    합치기
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
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
    <>
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
      {isMerged && (
        <section className="stack-3 start" aria-labelledby="merged-callers">
          <h2 id="merged-callers" className="subtitle">
            합친 전화 예약
          </h2>
          <ul className={styles.people}>
            {callers.map((caller) => (
              <li key={caller.reservationId} className={cx('row-3 middle', styles.person)}>
                <Person {...caller} about={`예약 ${caller.reservations}건`} />
                <Button
                  variant="secondary"
                  size="small"
                  isLoading={isRunning}
                  onClick={() => void separate(caller)}
                >
                  나누기
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
};
