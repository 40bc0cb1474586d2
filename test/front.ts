import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startNginx } from './nginx.ts';
import type { Nginx } from './nginx.ts';

const PROXY = resolve('deploy/nginx-proxy.conf');
const EXAMPLE = 'deploy/nginx.conf';
const UPSTREAM = /upstream sajingwan \{[^}]*\}/;
const SERVER = /server 127\.0\.0\.1:3000([^;]*);/;

/** The example's own upstream, with these servers in the place of its one. */
const writeUpstream = async (ports: readonly number[]): Promise<string> => {
  const upstream = UPSTREAM.exec(await readFile(EXAMPLE, 'utf8'))?.[0] ?? '';
  if (!SERVER.test(upstream)) throw new Error(`${EXAMPLE} has no upstream as expected`);
  return upstream.replace(SERVER, (_, terms: string) =>
    ports.map((port) => `server 127.0.0.1:${port}${terms};`).join('\n    '),
  );
};

/** nginx as `deploy/` has it, but without TLS, before servers on these ports of this machine; on `port`, or a free one. */
export const startFront = async (ports: readonly number[], port?: number): Promise<Nginx> => {
  const place = await mkdtemp(join(tmpdir(), 'sajingwan-front-'));
  const upstream = await writeUpstream(ports);
  const leave = (): Promise<void> => rm(place, { recursive: true, force: true });
  try {
    const { url, pid, stop } = await startNginx(
      place,
      (address) => `${upstream}\nserver {\n  listen ${address};\n  include ${PROXY};\n}`,
      port,
    );
    return {
      url,
      pid,
      stop: async () => {
        await stop();
        await leave();
      },
    };
  } catch (error) {
    await leave();
    throw error;
  }
};
