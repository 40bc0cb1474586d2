import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface BaselineServer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a script of tools/bench/baselines in its own process and waits for it to print its port. */
export const startBaseline = async (script: string, ...args: string[]): Promise<BaselineServer> => {
  const child = spawn(process.execPath, [`tools/bench/baselines/${script}`, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: `http://127.0.0.1:${port.toString().trim()}`,
    pid: child.pid ?? 0,
    stop: async () => {
      const isClosed = once(child, 'close');
      child.kill();
      await isClosed;
    },
  };
};
