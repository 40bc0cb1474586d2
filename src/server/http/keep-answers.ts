import type { Context, MiddlewareHandler } from 'hono';
import type { DatabaseWatch } from '#server/db/database-watch.ts';
import { shareReads } from '#server/share-reads.ts';
import { replaceAnswer } from './finished-answer.ts';
import { readAnswer, sendAnswer } from './kept-answer.ts';
import type { KeptAnswer, Sending } from './kept-answer.ts';

export interface AnswerKeeper {
  readonly answer: MiddlewareHandler;
  /** What is kept, and what is on its way to be, is not given to anybody any more. */
  forget(): void;
}

interface KeeperOptions {
  /** No answer is kept while a change could be missed. */
  readonly isHearing: DatabaseWatch['isHearing'];
  /** A clock that never goes back, in milliseconds. */
  readonly now?: () => number;
}

// Changes are told at once; this is for what nobody tells of, as a new day.
const LIFE = 60_000;
const MOST_KEPT = 500;
const MOST_BYTES = 16 * 1024 * 1024;

/** Of the API what the triggers tell of. */
const KEPT_OF_API = /^\/api\/(?:photo\b|question(?:\/\d+)?$)/;
/** Never kept: whoever looks for a free slot is told how it stands, also by a server that has yet to hear of a booking. */
const SHARED_OF_API = /^\/api\/reservation\/(?:availability|booked-times)$/;

type Way = 'kept' | 'shared';

const wayOf = (path: string): Way | null => {
  if (SHARED_OF_API.test(path)) return 'shared';
  return !path.startsWith('/api/') || KEPT_OF_API.test(path) ? 'kept' : null;
};

/** Whoever asks for them is not asked who they are. */
const PUBLIC_OF_API = /^\/api\/(?:photo\b|reservation\/booked-times$)/;

/** Pages are one for all visitors, and so are photographs; inquiries and slots are to guests. */
const isForAll = ({ req }: Context): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') &&
  (req.header('authorization') === undefined || PUBLIC_OF_API.test(req.path));

/** Path and query, by whatever name the site was called. */
const keyOf = ({ req }: Context): string => req.url.slice(req.url.indexOf('/', 'https://'.length));

type Next = () => Promise<void>;

/** What came of one making: an answer for everyone, a fault that meets everyone, or neither. */
interface Made {
  readonly answer: KeptAnswer | null;
  readonly fault: Response | null;
}

const FAULT = 500;

const make = async (context: Context, next: Next): Promise<Made> => {
  await next();
  const { res } = context;
  return { answer: await readAnswer(res), fault: res.status >= FAULT ? res.clone() : null };
};

/** Whoever waited for it hears of the fault too: by itself, behind a database that is silent, it would wait as long again. */
const passOn = async (context: Context, { answer, fault }: Made, sending?: Sending): Promise<boolean> => {
  const response = answer === null ? fault?.clone() : await sendAnswer(context, answer, sending);
  if (response !== undefined) replaceAnswer(context, response);
  return response !== undefined;
};

interface Entry {
  readonly making: Promise<Made>;
  bytes: number;
  until: number;
}

type Shelf = Map<string, Entry>;

const dropOldest = (shelf: Shelf): void => {
  let bytes = [...shelf.values()].reduce((sum, entry) => sum + entry.bytes, 0);
  // A Map goes through its keys in the order in which they came: the first was made longest ago.
  for (const [key, entry] of shelf) {
    if (shelf.size <= MOST_KEPT && bytes <= MOST_BYTES) return;
    shelf.delete(key);
    bytes -= entry.bytes;
  }
};

/**
 * Keeps what guests read until what it is made of changes: each answer is made once, however many ask for it at once, and
 * compressed once. What is asked for by a member, or is not the same for everyone, goes past it.
 */
export const createAnswerKeeper = ({
  isHearing,
  now = () => performance.now(),
}: KeeperOptions): AnswerKeeper => {
  let shelf: Shelf = new Map();
  const share = shareReads<Made>();

  const keep = (key: string, context: Context, next: Next): Promise<Made> => {
    // What is told of meanwhile leaves this one behind, with all that was begun before.
    const place = shelf;
    const making = make(context, next);
    const entry: Entry = { making, bytes: 0, until: Number.POSITIVE_INFINITY };
    const drop = (): void => {
      if (place.get(key) === entry) place.delete(key);
    };
    place.set(key, entry);
    making.then(({ answer }) => {
      // Not to be kept, so whoever asks next asks the app.
      if (answer === null) return drop();
      entry.until = now() + LIFE;
      entry.bytes = answer.body.byteLength;
      dropOldest(place);
    }, drop);
    return making;
  };

  const answerKept = async (context: Context, next: Next): Promise<void> => {
    const key = keyOf(context);
    // Whoever is first must be seen by the second, so nothing is waited for when nobody was.
    const entry = shelf.get(key);
    const known = entry === undefined || entry.until <= now() ? null : await entry.making;
    if (known !== null && (await passOn(context, known))) return;
    await passOn(context, await keep(key, context, next));
  };

  const answerShared = async (context: Context, next: Next): Promise<void> => {
    let isMaker = false;
    const made = await share(keyOf(context), () => {
      isMaker = true;
      return make(context, next);
    });
    const isPassedOn = await passOn(context, made, { isLasting: false });
    // What was refused to another is not said of this one.
    if (!isPassedOn && !isMaker) await next();
  };

  return {
    forget: () => void (shelf = new Map()),
    answer: async (context, next) => {
      const way = isForAll(context) ? wayOf(context.req.path) : null;
      if (way === 'shared') return answerShared(context, next);
      return way === 'kept' && isHearing() ? answerKept(context, next) : next();
    },
  };
};
