import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '#server/ports/clock.ts';
import type { Sms } from './sms.ts';

/** Numbers with this ending are refused, so that failures can be seen in development and in tests. */
const REJECTED_SUFFIX = '00009999';

/**
 * The local adapter: one JSON line `{"to","text","at"}` in `file` for each message instead of sending it.
 * `print` shows it to whoever runs the server.
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
