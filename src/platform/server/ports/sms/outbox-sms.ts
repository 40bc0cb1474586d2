import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Sms } from './sms.ts';

/** Messages to numbers with this ending are rejected, to simulate failures. */
const REJECTED_SUFFIX = '00009999';

/**
 * The local adapter: instead of sending a message, writes one JSON line to a file in `folder`, `{"to","text","at"}` to `sms.jsonl`
 * and `{"to","templateCode","text","at"}` to `alimtalk.jsonl`, and prints its recipient and first line for the operator.
 */
export const createOutboxSms = (folder: string, clock: Clock, print: (line: string) => void): Sms => ({
  isSimulated: true,
  async send({ to, text, alimtalk }) {
    if (to.endsWith(REJECTED_SUFFIX)) return { outcome: 'rejected' };
    const at = clock.now().toISOString();
    const [file, line] =
      alimtalk === undefined
        ? ['sms.jsonl', { to, text, at }]
        : ['alimtalk.jsonl', { to, templateCode: alimtalk.templateCode, text: alimtalk.text, at }];
    await mkdir(folder, { recursive: true });
    await appendFile(join(folder, file), `${JSON.stringify(line)}\n`, { mode: 0o600 });
    print(`${alimtalk === undefined ? '문자' : '알림톡'} (${to}): ${line.text.split('\n')[0]}`);
    return { outcome: 'accepted', channel: alimtalk === undefined ? 'SMS' : 'ALIMTALK' };
  },
  findSent: () => Promise.resolve(null),
  findDelivery: () => Promise.resolve({ state: 'pending' }),
});
