import { sql } from 'drizzle-orm';
import { sendTime } from '#core/messages/server/quiet-hours.ts';
import { providerRefusals } from '#core/messages/server/tables.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Desk } from '../../contract/desk.ts';

interface Waiting extends Record<string, unknown> {
  readonly state: 'QUEUED' | 'UNKNOWN';
  readonly sendsAtNight: boolean;
  readonly messages: number;
  readonly code: string | null;
  /** Milliseconds since 1970. */
  readonly nextAt: string;
}

type Refusals = NonNullable<Desk['refusals']>;

/**
 * When the first of the messages is sent again or looked up, in milliseconds since 1970. Lookups are also made at night; messages wait for
 * the day unless they may be sent at night.
 */
const nextOf = ({ state, sendsAtNight, nextAt }: Waiting): number => {
  const next = new Date(Number(nextAt));
  return (state === 'UNKNOWN' ? next : sendTime(next, sendsAtNight)).getTime();
};

const sumUp = (rows: readonly Waiting[]): Refusals['retries'] =>
  rows.length === 0
    ? null
    : {
        messages: rows.reduce((sum, { messages }) => sum + messages, 0),
        nextAt: new Date(Math.min(...rows.map(nextOf))).toISOString(),
      };

/**
 * Describes what the SMS provider refused or did not answer and what is tried again; null when there is nothing, and while no SMS are
 * sent. The reason stays after the last attempt, until the provider accepts a message.
 */
export const describeRefusals = async ({ db, sms }: Pick<Deps, 'db' | 'sms'>): Promise<Desk['refusals']> => {
  if (sms.isSimulated === true) return null;
  const [refused] = await db.select().from(providerRefusals);
  const { rows } = await db.execute<Waiting>(sql`
    select state, sends_at_night as "sendsAtNight", count(*)::int as messages,
      (array_agg(result_code order by id desc))[1] as code,
      (extract(epoch from min(case state when 'UNKNOWN' then poll_at else due_at end)) * 1000)::bigint::text as "nextAt"
    from notifications
    where recipient not like 'EMAIL%' and kind <> 'WITHDRAWN' and (state = 'QUEUED' and attempts > 0
      or state = 'UNKNOWN' and settled_at is not null and poll_at is not null)
    group by state, sends_at_night`);
  const retried = rows.filter(({ state }) => state === 'QUEUED');
  const retries = sumUp(retried);
  const lookups = sumUp(rows.filter(({ state }) => state === 'UNKNOWN'));
  const failedCodes = refused?.failedCodes ?? 0;
  const resultCode = refused?.resultCode ?? retried[0]?.code ?? null;
  if (retries === null && lookups === null && failedCodes === 0 && resultCode === null) return null;
  return { retries, lookups, failedCodes, resultCode };
};
