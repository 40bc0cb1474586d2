import { pino } from 'pino';

export type Log = Pick<ReturnType<typeof pino>, 'info' | 'warn' | 'error' | 'debug'>;

/** JSON lines on standard error, so that standard output stays for the person who starts the server. */
export const createLog = (level: string): Log => pino({ level, base: null }, pino.destination(2));
