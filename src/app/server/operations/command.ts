import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Env } from '#platform/server/env.ts';
import type { Clock } from '#platform/server/ports/clock.ts';

export interface CommandInput {
  readonly args: readonly string[];
  /** Reads the environment variables when called. Throws an `OperatorError`. */
  readonly readEnv: () => Env;
  /** The path of `.env`. */
  readonly envFile: string;
  /** The clock of this machine. `admin` and `photos:check` use the database's. */
  readonly clock: Clock;
  readonly readInput: () => Promise<string>;
  readonly print: (line: string) => void;
}

/** Resolves to the exit code; null for wrong arguments. */
export type Command = (input: CommandInput) => Promise<number | null>;

/** Null for an unknown option, a missing value or an unexpected argument. */
export const parseOrNull = <T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> | null => {
  try {
    return parseArgs(config);
  } catch {
    return null;
  }
};
