import type { PGlite } from '@electric-sql/pglite';

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;
type Send = PGlite['execProtocolStream'];

interface Named {
  readonly name: string;
  /** What the database says of its parameters; null until it was asked. */
  described: Messages | null;
}

// The wire protocol's messages, by their first byte; then four of length, then strings that end with a zero.
const [PARSE, BIND, DESCRIBE, SYNC, QUERY] = [...'PBDSQ'].map((letter) => letter.charCodeAt(0));
const HEAD = 5;
const STATEMENT = 'S'.charCodeAt(0);
const FORGETS = /^\s*(?:discard|deallocate)\b/i;

const stringAt = (message: Uint8Array, from: number): string =>
  Buffer.from(message.subarray(from, message.indexOf(0, from))).toString();

/** The same message with the name in the place of the empty one at `at`. */
const insertName = (message: Uint8Array, at: number, name: string): Uint8Array => {
  const named = Buffer.concat([message.subarray(0, at), Buffer.from(name), message.subarray(at)]);
  named.writeUInt32BE(named.length - 1, 1);
  return named;
};

/**
 * The embedded database parses and plans each statement anew, and has no name to know it by. Here those that `isKept` picks are
 * told it once, under a name, and afterwards only given their values: a third of the work. Whoever asks notices nothing.
 */
export const nameStatements = (client: PGlite, isKept: (text: string) => boolean): void => {
  const send: Send = client.execProtocolStream.bind(client);
  const known = new Map<string, Named>();
  // One query at a time: the driver sees to that, also across transactions.
  let current: Named | null = null;

  const parse = async (message: Uint8Array, options: Parameters<Send>[1]): Promise<Messages> => {
    current = null;
    const text = message[HEAD] === 0 ? stringAt(message, HEAD + 1) : '';
    if (!isKept(text)) return send(message, options);
    const found = known.get(text);
    if (found !== undefined) {
      current = found;
      return [];
    }
    const named: Named = { name: `kept_${known.size}`, described: null };
    const messages = await send(insertName(message, HEAD, named.name), options);
    known.set(text, named);
    current = named;
    return messages;
  };

  const describe = async (named: Named, message: Uint8Array, options: Parameters<Send>[1]) =>
    (named.described ??= await send(insertName(message, HEAD + 1, named.name), options));

  client.execProtocolStream = async (message, options) => {
    const [kind] = message;
    if (kind === PARSE) return parse(message, options);
    if (kind === SYNC) current = null;
    if (kind === QUERY && FORGETS.test(stringAt(message, HEAD))) known.clear();
    if (current === null) return send(message, options);
    if (kind === DESCRIBE && message[HEAD] === STATEMENT) return describe(current, message, options);
    // Behind the name of the portal, which is empty as well.
    if (kind === BIND) return send(insertName(message, HEAD + 1, current.name), options);
    return send(message, options);
  };
};
