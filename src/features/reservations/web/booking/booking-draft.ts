import * as z from 'zod/mini';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { shootType, type Category } from '#core/content/contract/categories.ts';
import { calendarDate } from '#platform/contract/seoul-time.ts';
import { meetingKind, reservation } from '../../contract/reservations.ts';
import { slot, type Slot } from '../../contract/slots.ts';

const bookingDraft = z.object({
  category: z._default(z.nullable(z.object({ id: shootType, label: z.string() })), null),
  date: z._default(z.nullable(calendarDate), null),
  time: z._default(z.nullable(slot), null),
  /** As typed, not validated. */
  details: z._default(z.object({ desiredShootDate: z.string(), location: z.string(), notes: z.string() }), {
    desiredShootDate: '',
    location: '',
    notes: '',
  }),
  meetingKind: z._default(meetingKind, 'VISIT'),
  /** What is typed as answers to the studio's questions, by their ids. */
  answers: z._default(z.record(z.string(), z.string()), {}),
  /** Ids of the uploaded reference pictures. */
  pictureIds: z._default(z.readonly(z.array(z.string())), []),
  /** The id of a gallery photo that is to become a reference picture. */
  likedPhoto: z._default(z.nullable(z.int()), null),
  /** The idempotency key under which this content was sent. */
  sent: z._default(z.nullable(z.object({ key: z.string(), content: z.string() })), null),
  /** The reservation created from the draft. */
  result: z._default(z.nullable(reservation), null),
});
export type BookingDraft = z.output<typeof bookingDraft>;

const empty = bookingDraft.parse({});

/** The visitor's choices and input so far, stored in sessionStorage. */
export const useBookingDraft = create<BookingDraft>()(
  persist(() => empty, {
    name: 'booking',
    storage: createJSONStorage(() => sessionStorage),
    // An older version of the site may have written the stored draft.
    merge: (stored, current) => bookingDraft.safeParse(stored).data ?? current,
  }),
);

const { getState, setState } = useBookingDraft;

export const chooseCategory = ({ id, name }: Category): void => {
  if (getState().category?.id !== id) setState({ category: { id, label: name } });
};

/** Changes the date and clears the time, because other dates have other free times. */
export const chooseDate = (date: string): void => {
  if (getState().date !== date) setState({ date, time: null });
};

export const chooseTime = (time: Slot | null): void => void setState({ time });

// `randomUUID` may be missing where the site is served without TLS.
const generateKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The idempotency key of a body: the last one while the content is the same, so that a second try writes once. */
export const idempotencyKeyFor = (
  body: object,
  last: BookingDraft['sent'],
): NonNullable<BookingDraft['sent']> => {
  const content = JSON.stringify(body);
  return last?.content === content ? last : { key: generateKey(), content };
};

export const draftIdempotencyKey = (body: object): string => {
  const sent = idempotencyKeyFor(body, getState().sent);
  setState({ sent });
  return sent.key;
};

/** Clears the draft of a completed reservation, except `result`, unless another date or time was chosen meanwhile. */
export const clearChoices = (): void => {
  const { date, time, result } = getState();
  if (result !== null && date === result.date && time === result.time) setState({ ...empty, result });
};
