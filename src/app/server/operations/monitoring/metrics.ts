import { sql } from 'drizzle-orm';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { adminReservationEndpoints } from '#features/reservations/contract/admin-reservations.ts';
import { reservationEndpoints } from '#features/reservations/contract/reservations.ts';
import type { Database, Tx } from '#platform/server/db/database.ts';
import type { OnRequestMetric } from '#platform/server/http/request-metrics.ts';
import type { Clock } from '#platform/server/ports/clock.ts';
import type { Sms } from '#platform/server/ports/sms/sms.ts';
import { countOverdue } from '../../purge/purge-expired.ts';

/** Counts rows by queue: notifications, identities to unlink, files to delete, uploads in progress. */
const countQueues = async (db: Tx): Promise<Record<string, number>> => {
  const { rows } = await db.execute<{ queue: string; count: number }>(sql`
    select 'notifications' as queue, count(*)::int as count from notifications where state = 'QUEUED'
    union all select 'unlinks', count(*)::int from social_identities where member_id is null
    union all select 'file_deletions', count(*)::int from file_deletions
    union all select 'uploads', count(*)::int from upload_intents where state = 'PROCESSING'
  `);
  return Object.fromEntries(rows.map(({ queue, count }) => [queue, count]));
};

// In seconds. A cached page takes a few milliseconds; a request to a database that does not respond fails after a few seconds.
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
// Long, because counting overdue rows reads every purged table.
const OVERDUE_INTERVAL_MS = 600_000;
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);
const RESERVATION_ENDPOINTS: ReadonlySet<string> = new Set([
  reservationEndpoints.createReservation.path,
  adminReservationEndpoints.createPhoneReservation.path,
]);

type Counted = Pick<Database, 'db' | 'countConnections'>;

const watchRequests = (registry: Registry): OnRequestMetric => {
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by declared route; /* is a page; files and pictures sent from memory are not counted',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const bookings = new Counter({
    name: 'bookings_total',
    help: 'Attempts at booking by the status of the answer: 201 booked, 409 taken',
    labelNames: ['status'],
    registers,
  });
  return ({ method, route, status, seconds }) => {
    requests.observe({ method: METHODS.has(method) ? method : 'other', route, status }, seconds);
    if (method === 'POST' && RESERVATION_ENDPOINTS.has(route)) bookings.inc({ status });
  };
};

const watchDatabase = (registry: Registry, { db, countConnections }: Counted, clock: Clock): void => {
  const registers = [registry];
  if (countConnections !== undefined) {
    const pool = new Gauge({
      name: 'database_pool_connections',
      help: 'Connections by state; waiting are requests without one',
      labelNames: ['state'],
      registers,
      collect: () => {
        for (const [state, count] of Object.entries(countConnections())) pool.set({ state }, count);
      },
    });
  }
  const queues = new Gauge({
    name: 'queue_length',
    help: 'What waits to be done by a job',
    labelNames: ['queue'],
    registers,
    collect: async () => {
      for (const [queue, count] of Object.entries(await countQueues(db))) queues.set({ queue }, count);
    },
  });
  let lookAgainAt = 0;
  const overdue = new Gauge({
    name: 'retention_overdue_rows',
    help: 'Rows that the purge should have deleted by now: anything but 0 is a fault',
    registers,
    collect: async () => {
      if (performance.now() < lookAgainAt) return;
      overdue.set(await countOverdue(db, clock.now()));
      lookAgainAt = performance.now() + OVERDUE_INTERVAL_MS;
    },
  });
};

const watchMessages = (registry: Registry) => {
  const messages = new Counter({
    name: 'sms_messages_total',
    help: 'Messages by what became of them',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (sms: Sms): Sms => ({
    ...sms,
    send: async (message) => {
      const result = await sms.send(message);
      messages.inc({ outcome: result.outcome });
      return result;
    },
  });
};

export const createMetrics = (database: Counted, clock: Clock) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  watchDatabase(registry, database, clock);
  return {
    recordRequest: watchRequests(registry),
    watchSms: watchMessages(registry),
    /** In the text format of Prometheus. */
    read: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType,
  };
};

export type Metrics = ReturnType<typeof createMetrics>;
