import { resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { withCircuitBreaker } from './circuit-breaker.ts';
import { createOutboxSms } from './outbox-sms.ts';
import { createSensSms, type SensConfig } from './sens-sms.ts';
import type { Sms } from './sms.ts';
import { createSolapiSms, type SolapiConfig } from './solapi-sms.ts';

export type SmsConfig =
  /** `isChosen`: the environment names it, so a provider that admins connected is not used. */
  | { readonly provider: 'outbox'; readonly isChosen?: boolean }
  | ({ readonly provider: 'solapi' } & SolapiConfig)
  | ({ readonly provider: 'sens' } & SensConfig);

interface SmsDeps {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Monotonic milliseconds, for the circuit breaker. */
  readonly now?: () => number;
  /** Prints a line for the operator. */
  readonly print: (line: string) => void;
}

export const smsProviderNames = { solapi: '솔라피', sens: '네이버 클라우드 SENS' } as const;

const monotonic = (): number => performance.now();

export const outboxFolder = (dataDir: string): string => resolve(dataDir, 'outbox');
export const smsOutboxPath = (dataDir: string): string => resolve(outboxFolder(dataDir), 'sms.jsonl');

export const createSms = (
  config: SmsConfig,
  { dataDir, clock, log, now = monotonic, print }: SmsDeps,
): Sms => {
  switch (config.provider) {
    case 'outbox':
      return createOutboxSms(outboxFolder(dataDir), clock, print);
    case 'solapi':
      return withCircuitBreaker(createSolapiSms(config, clock, log), now, log);
    case 'sens':
      return withCircuitBreaker(createSensSms(config, clock, log), now, log);
  }
};
