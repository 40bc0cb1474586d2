import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startNginx } from './nginx.ts';
import type { Nginx } from './nginx.ts';

const PROXY_CONFIG = resolve('deploy/nginx-proxy.conf');
const EXAMPLE_CONFIG = 'deploy/nginx.conf';
const UPSTREAM_PATTERN = /upstream sajingwan \{[^}]*\}/;
const SERVER_PATTERN = /server 127\.0\.0\.1:3000([^;]*);/;

/** Replaces the server of the example's upstream by these servers. */
const writeUpstream = async (ports: readonly number[]): Promise<string> => {
  const upstream = UPSTREAM_PATTERN.exec(await readFile(EXAMPLE_CONFIG, 'utf8'))?.[0] ?? '';
  if (!SERVER_PATTERN.test(upstream)) throw new Error(`${EXAMPLE_CONFIG} has no upstream as expected`);
  return upstream.replace(SERVER_PATTERN, (_, terms: string) =>
    ports.map((port) => `server 127.0.0.1:${port}${terms};`).join('\n    '),
  );
};

/** Starts nginx with the configuration of `deploy/`, without TLS, in front of local servers. Listens on `port` or a free one. */
export const startReverseProxy = async (ports: readonly number[], port?: number): Promise<Nginx> => {
  const place = await mkdtemp(join(tmpdir(), 'sajingwan-front-'));
  const upstream = await writeUpstream(ports);
  const leave = (): Promise<void> => rm(place, { recursive: true, force: true });
  try {
    const { url, pid, stop } = await startNginx(
      place,
      (address) => `${upstream}\nserver {\n  listen ${address};\n  include ${PROXY_CONFIG};\n}`,
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
