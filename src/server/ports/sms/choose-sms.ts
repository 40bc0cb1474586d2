import { resolve } from 'node:path';
import type { Log } from '#server/log.ts';
import type { Clock } from '#server/ports/clock.ts';
import { createOutboxSms } from './outbox-sms.ts';
import { createSensSms } from './sens-sms.ts';
import type { SensSettings } from './sens-sms.ts';
import type { Sms } from './sms.ts';
import { createSolapiSms } from './solapi-sms.ts';
import type { SolapiSettings } from './solapi-sms.ts';
import { withBreaker } from './with-breaker.ts';

export type SmsSettings =
  | { readonly provider: 'outbox' }
  | ({ readonly provider: 'solapi' } & SolapiSettings)
  | ({ readonly provider: 'sens' } & SensSettings);

interface SmsSurroundings {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Shows a line to whoever runs the server. */
  readonly print: (line: string) => void;
}

const monotonic = (): number => performance.now();

/** Where the outbox keeps what it does not send. */
export const outboxFile = (dataDir: string): string => resolve(dataDir, 'outbox/sms.jsonl');

export const chooseSms = (settings: SmsSettings, { dataDir, clock, log, print }: SmsSurroundings): Sms => {
  switch (settings.provider) {
    case 'outbox':
      return createOutboxSms(outboxFile(dataDir), clock, print);
    case 'solapi':
      return withBreaker(createSolapiSms(settings, clock, log), monotonic, log);
    case 'sens':
      return withBreaker(createSensSms(settings, clock, log), monotonic, log);
  }
};
