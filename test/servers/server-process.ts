import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';

const SERVER_ENTRY = 'dist/server/main.js';
const READY_TIMEOUT_MS = 120_000;
const MAX_OUTPUT_CHARS = 65_536;
/** The server prints its startup message after it has begun to answer. This is in the last line. */
const END_OF_STARTUP_MESSAGE = 'Ctrl-C';

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds until the server was ready. */
  readonly readyAfterMs: number;
  /** Null while the server runs; otherwise exit code or signal, and the end of stderr. */
  exitReason(): string | null;
  /** The last 64 KB of stdout and stderr, including the log. */
  output(): string;
  /** Sends SIGKILL, so no handler runs. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM. Resolves to the exit code. */
  stop(): Promise<number | null>;
}

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/livez`, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
};

/**
 * Starts the built server with only these environment variables, on `PORT` or a free port. Resolves when it answers and has printed its
 * startup message. The second argument is the command that runs the server's entry module, by default Node.js as
 * `npm start` runs it. `onOutput` is called
 * with the whole output so far, from the start on.
 */
export const startServer = async (
  env: Record<string, string>,
  [command, ...args]: readonly [string, ...string[]] = [process.execPath, '--max-semi-space-size=8'],
  onOutput: (output: string) => void = () => {},
): Promise<ServerProcess> => {
  if (!existsSync(SERVER_ENTRY)) throw new Error(`${SERVER_ENTRY} is missing: run \`npm run build\` first`);
  const began = performance.now();
  const port = Number(env.PORT ?? (await findFreePort()));
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(command, [...args, SERVER_ENTRY], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      NODE_ENV: 'production',
      BACKUP_DIR: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  // Ends the server if the test process exits early.
  const reap = (): void => void child.kill('SIGKILL');
  process.once('exit', reap);
  child.once('exit', () => process.off('exit', reap));
  let complaints = '';
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints = `${complaints}${chunk.toString()}`.slice(-4_000)));
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-MAX_OUTPUT_CHARS);
      onOutput(output);
    });
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;

  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(output.includes(END_OF_STARTUP_MESSAGE) && (await isReady(url)))) {
    if (isOver() || child.pid === undefined || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`the server did not start:\n${complaints}`);
    }
    await sleep(25);
  }
  return {
    url,
    pid: child.pid ?? 0,
    readyAfterMs: performance.now() - began,
    output: () => output,
    exitReason: () => (isOver() ? `${child.exitCode ?? child.signalCode}: ${complaints}` : null),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code;
    },
  };
};
