import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { members } from '#core/auth/server/tables.ts';
import { reservations, slotClaims } from '#features/reservations/server/tables.ts';
import { addDays } from '#platform/contract/seoul-time.ts';
import { createAdminClient, insertPhoneReservation } from '#test/factories/admin-client.ts';
import { insertMember, type SignedInMember } from '#test/factories/members.ts';
import { postReservation } from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';
import type { Customer, CustomerSummary, TimelineEntry } from '../../contract/customers.ts';
import { eraseCallers } from './erase-caller.ts';

const RUNS = process.env['TEST_FULL'] === 'true' ? 150 : 8;
const COMMANDS = 14;
const NAMES = ['김하나', '이두리'] as const;
const PHONES = ['01055550001', '01055550002'] as const;
const PATH = '/api/admin/customers';

const app = await createTestApp();
const studio = await createAdminClient(app);

interface Booking {
  readonly id: number;
  /** Null for a booking that a member made. */
  readonly caller: { readonly name: string; readonly phone: string } | null;
  customer: string;
}

const sorted = (ids: readonly (number | undefined)[]): number[] =>
  ids.filter((id) => id !== undefined).toSorted((a, b) => a - b);

/** One of the items; undefined when there are none. */
const pick = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length];

/** What the bookings and members should be. */
class Model {
  bookings: Booking[] = [];
  members: SignedInMember[] = [];
  /** What was not as expected. */
  readonly failures: string[] = [];
  readonly #knownIds = new Set<string>();
  #day = 0;

  async bookByPhone(name: string, phone: string): Promise<void> {
    const body = { guestName: name, phoneNumber: phone, date: this.#nextDate() };
    const { id, customerId } = await insertPhoneReservation(studio, body);
    const isSame = ({ caller }: Booking) => caller?.name === name && caller.phone === phone;
    const last = this.bookings.findLast(isSame);
    if (customerId === null) throw new Error('no customer');
    this.#check(
      last === undefined ? !this.#knownIds.has(customerId) : customerId === last.customer,
      'a call',
    );
    this.#knownIds.add(customerId);
    this.bookings.push({ id, caller: { name, phone }, customer: customerId });
  }

  async register(phone: string): Promise<void> {
    if (this.members.some((member) => member.phone === phone)) return;
    const member = await insertMember(app, { phone, name: '회원' });
    this.#knownIds.add(member.id);
    this.members.push(member);
  }

  async bookAsMember(index: number): Promise<void> {
    const member = pick(this.members, index);
    if (member === undefined) return;
    const response = await postReservation(app, member, { date: this.#nextDate() });
    if (response.status !== 201) return;
    const { id } = (await response.json()) as { id: number };
    this.bookings.push({ id, caller: null, customer: member.id });
  }

  async merge(first: number, second: number): Promise<void> {
    const ids = this.#customers();
    const [id, callerId] = [pick(ids, first), pick(ids, second)];
    if (id === undefined || callerId === undefined) return;
    const { status } = await studio.post(`${PATH}/${id}/merge`, { callerId });
    const isAllowed = id !== callerId && this.members.every((member) => member.id !== callerId);
    this.#check(status === (isAllowed ? 204 : 404), 'merge');
    if (isAllowed) this.#move((booking) => booking.customer === callerId, id);
  }

  async separate(index: number): Promise<void> {
    const booking = pick(this.bookings, index);
    if (booking === undefined) return;
    const { id, customer, caller } = booking;
    const { status } = await studio.post(`${PATH}/${customer}/separate`, { reservationId: id });
    this.#check(status === (caller === null ? 404 : 204), 'separate');
    if (caller !== null) await this.#expectNewCustomer(customer, caller);
  }

  async withdraw(index: number): Promise<void> {
    const member = pick(this.members, index);
    if (member === undefined) return;
    this.members = this.members.filter(({ id }) => id !== member.id);
    const { status } = await app.delete('/api/member', {}, { token: member.accessToken });
    this.#check(status === 204, 'withdraw');
    const isOwn = ({ caller, customer }: Booking) => caller === null && customer === member.id;
    this.bookings = this.bookings.filter((booking) => !isOwn(booking));
    for (const { caller, customer } of this.bookings)
      if (caller !== null && customer === member.id) await this.#expectNewCustomer(member.id, caller);
  }

  async erase(phone: string): Promise<void> {
    await eraseCallers(app.deps, eq(reservations.guestPhone, phone));
    this.bookings = this.bookings.filter(({ caller }) => caller?.phone !== phone);
  }

  /** The number of a member goes to somebody else, who may register or call. */
  async giveUpNumber(index: number): Promise<void> {
    const member = pick(this.members, index);
    if (member === undefined) return;
    await app.db.update(members).set({ phone: null }).where(eq(members.id, member.id));
    this.members = this.members.map((other) => (other === member ? { ...member, phone: '' } : other));
  }

  /** The reservations on each customer's page, how many of them are calls, and those that each member sees. */
  async readPages() {
    const listed = await studio.getJson<CustomerSummary[]>(PATH);
    const customers = new Map<string, unknown>();
    for (const { id } of listed.filter(({ reservations: count }) => count > 0)) {
      const timeline = await studio.getJson<TimelineEntry[]>(`${PATH}/timeline?customer=${id}`);
      const { callers, reservations: count } = await studio.getJson<Customer>(`${PATH}/${id}`);
      const calls = callers.reduce((sum, caller) => sum + caller.reservations, 0);
      customers.set(id, { ids: sorted(timeline.map(({ reservation }) => reservation?.id)), count, calls });
    }
    const own = new Map<string, unknown>();
    for (const { id, accessToken } of this.members) {
      const response = await app.get('/api/reservation/my', { token: accessToken });
      own.set(id, sorted(((await response.json()) as { id: number }[]).map((booking) => booking.id)));
    }
    return { customers, own };
  }

  expectedPages(): Awaited<ReturnType<Model['readPages']>> {
    const idsOf = (matches: (booking: Booking) => boolean) =>
      sorted(this.bookings.filter(matches).map(({ id }) => id));
    const customers = new Map<string, unknown>();
    for (const { customer: id } of this.bookings) {
      const ids = idsOf(({ customer }) => customer === id);
      const calls = idsOf(({ customer, caller }) => customer === id && caller !== null).length;
      customers.set(id, { ids, count: ids.length, calls });
    }
    const own = this.members.map(
      ({ id }) => [id, idsOf(({ customer, caller }) => customer === id && caller === null)] as const,
    );
    return { customers, own: new Map(own) };
  }

  #check(isRight: boolean, what: string): void {
    if (!isRight) this.failures.push(what);
  }

  /** The customers that may be merged. */
  #customers(): string[] {
    return [
      ...new Set([...this.members, ...this.bookings.map(({ customer: id }) => ({ id }))].map(({ id }) => id)),
    ];
  }

  #move(matches: (booking: Booking) => boolean, customer: string): void {
    this.bookings = this.bookings.map((booking) => (matches(booking) ? { ...booking, customer } : booking));
  }

  async #expectNewCustomer(before: string, { name, phone }: NonNullable<Booking['caller']>): Promise<void> {
    const isSame = ({ caller, customer }: Booking) =>
      customer === before && caller?.name === name && caller.phone === phone;
    const one = this.bookings.find(isSame);
    if (one === undefined) return;
    const { customerId } = await studio.getJson<{ customerId: string }>(`/api/admin/reservation/${one.id}`);
    this.#check(!this.#knownIds.has(customerId), 'a new customer');
    this.#knownIds.add(customerId);
    this.#move(isSame, customerId);
  }

  #nextDate(): string {
    this.#day += 1;
    return addDays('2026-11-22', this.#day);
  }
}

type Command = (model: Model) => Promise<void>;

const name = fc.constantFrom(...NAMES);
const phone = fc.constantFrom(...PHONES);
const index = fc.nat(5);
const commands = fc.array(
  fc.oneof(
    fc.tuple(name, phone).map(
      ([...call]): Command =>
        (model) =>
          model.bookByPhone(...call),
    ),
    phone.map(
      (number): Command =>
        (model) =>
          model.register(number),
    ),
    index.map(
      (member): Command =>
        (model) =>
          model.bookAsMember(member),
    ),
    fc.tuple(index, index).map(
      ([...pair]): Command =>
        (model) =>
          model.merge(...pair),
    ),
    index.map(
      (booking): Command =>
        (model) =>
          model.separate(booking),
    ),
    index.map(
      (member): Command =>
        (model) =>
          model.withdraw(member),
    ),
    phone.map(
      (number): Command =>
        (model) =>
          model.erase(number),
    ),
    index.map(
      (member): Command =>
        (model) =>
          model.giveUpNumber(member),
    ),
  ),
  { minLength: COMMANDS, maxLength: COMMANDS },
);

it('merging and separating customers loses and mixes nothing, and shows no member another’s reservations', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      await app.db.delete(slotClaims);
      await app.db.delete(reservations);
      await app.db.delete(members).where(eq(members.name, '회원'));
      const model = new Model();
      for (const run of list) await run(model);
      expect(model.failures).toEqual([]);
      expect(await model.readPages()).toEqual(model.expectedPages());
    }),
    { numRuns: RUNS },
  );
}, 300_000);
