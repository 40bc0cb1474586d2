import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNginx, type Nginx } from './nginx.ts';

const EXAMPLE_CONFIG = 'deploy/nginx.conf';
/** The parts of the example that need a domain and a certificate, and what a test has instead. */
const REPLACED = {
  upstream: / *server 127\.0\.0\.1:3000([^;]*);\n/,
  redirect: /server \{\n    listen 80;[^]*?\n\}\n/,
  listen: /listen 443 ssl http2;/,
  ipv6: /listen \[::\]:443 ssl http2;\n/,
  tls: /^ *ssl_.*\n/gm,
  logs: /\/var\/log\/nginx/g,
  include: / *include snippets\/sajingwan-proxy\.conf;/,
};

interface ReverseProxyOptions {
  readonly port?: number | undefined;
  /** More directives of the `server` block. */
  readonly locations?: string;
}

/** The example's configuration for local servers, without TLS. */
const writeConfig = async (
  place: string,
  servers: readonly (number | string)[],
  locations: string,
): Promise<(address: string) => string> => {
  const example = await readFile(EXAMPLE_CONFIG, 'utf8');
  for (const [name, pattern] of Object.entries(REPLACED))
    if (example.search(pattern) < 0) throw new Error(`${EXAMPLE_CONFIG} has no ${name} as expected`);
  return (address) =>
    example
      .replace(REPLACED.upstream, (_, terms: string) =>
        servers.map((server) => `    server 127.0.0.1:${server}${terms};\n`).join(''),
      )
      .replace(REPLACED.redirect, '')
      .replace(REPLACED.listen, `listen ${address};`)
      .replace(REPLACED.ipv6, '')
      .replace(REPLACED.tls, '')
      .replace(REPLACED.logs, place)
      .replace(REPLACED.include, (line) => `${locations}\n${line}`);
};

/**
 * Starts nginx with the configuration of `deploy/`, without TLS, in front of local servers, each a port and optionally parameters of
 * nginx's `server` directive. Listens on `port` or a free one.
 */
export const startReverseProxy = async (
  servers: readonly (number | string)[],
  { port, locations = '' }: ReverseProxyOptions = {},
): Promise<Nginx> => {
  const place = await mkdtemp(join(tmpdir(), 'sajingwan-front-'));
  const leave = (): Promise<void> => rm(place, { recursive: true, force: true });
  try {
    await mkdir(join(place, 'snippets'));
    for (const name of ['proxy', 'hsts'])
      await copyFile(`deploy/nginx-${name}.conf`, join(place, `snippets/sajingwan-${name}.conf`));
    const { url, pid, stop } = await startNginx(place, await writeConfig(place, servers, locations), port);
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
