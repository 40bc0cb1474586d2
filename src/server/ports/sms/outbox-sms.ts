import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '#server/ports/clock.ts';
import type { Sms } from './sms.ts';

/** Messages to numbers with this ending are rejected, to simulate failures in development and tests. */
const REJECTED_SUFFIX = '00009999';

/**
 * The local adapter: writes one JSON line `{"to","text","at"}` to `file` for each message instead of sending it, and prints it
 * for the operator.
 */
export const createOutboxSms = (file: string, clock: Clock, print: (line: string) => void): Sms => ({
  isSimulated: true,
  async send({ to, text }) {
    if (to.endsWith(REJECTED_SUFFIX)) return 'rejected';
    await mkdir(dirname(file), { recursive: true });
    await appendFile(file, `${JSON.stringify({ to, text, at: clock.now().toISOString() })}\n`, {
      mode: 0o600,
    });
    print(`문자 (${to}): ${text.split('\n')[0]}`);
    return 'accepted';
  },
});
