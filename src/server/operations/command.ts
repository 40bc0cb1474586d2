import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import type { Env } from '#server/env.ts';
import type { Clock } from '#server/ports/clock.ts';

/** What a command sees of whoever runs it. */
export interface CommandInput {
  readonly args: readonly string[];
  /** Read when asked for: the settings may be what is wrong. Throws a `SettingsError`. */
  readonly readEnv: () => Env;
  /** `.env`: where the settings may be kept. */
  readonly settingsFile: string;
  readonly clock: Clock;
  /** Everything on standard input. */
  readonly readInput: () => Promise<string>;
  readonly say: (line: string) => void;
}

/** Resolves to the exit code. A `SettingsError` is a fault that a person can mend. */
export type Command = (input: CommandInput) => Promise<number>;

/** The arguments of a command; null when it has no such option. */
export const parseOrNull = <T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> | null => {
  try {
    return parseArgs(config);
  } catch {
    return null;
  }
};
