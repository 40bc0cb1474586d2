import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';

/** Caddy with the Caddyfile of `deploy/`. It signs the certificate of such a domain itself. */
export interface Caddy {
  readonly url: string;
  /** The certificate that signs the site's. */
  readonly authority: string;
  /** What Caddy has logged. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts Debian's Caddy on a free port, in front of the server `upstream`, with the variables that `compose.yaml` sets. `change` changes the
 * Caddyfile.
 */
export const startCaddy = async (
  upstream: string,
  change: (caddyfile: string) => string = (caddyfile) => caddyfile,
): Promise<Caddy> => {
  const folder = await mkdtemp(join(tmpdir(), 'sajingwan-caddy-'));
  const url = `https://studio.localhost:${await findFreePort()}`;
  const example = await readFile('deploy/Caddyfile', 'utf8');
  const options = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${await findFreePort()}\n`;
  const config = join(folder, 'Caddyfile');
  await writeFile(config, change(example).replace(/^\{\n/m, options));
  const env = { DOMAIN: url, UPSTREAM: upstream, HOME: folder, XDG_DATA_HOME: folder };
  const child = spawn('caddy', ['run', '--config', config], { env: { ...process.env, ...env } });
  const ended = once(child, 'close');
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const reap = (): void => void child.kill('SIGKILL');
  process.once('exit', reap);
  const readAuthority = () =>
    readFile(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8').catch(() => null);
  let authority = await readAuthority();
  while (authority === null || !output.includes('serving initial configuration')) {
    if (child.exitCode !== null) throw new Error(output);
    await sleep(50);
    authority = await readAuthority();
  }
  return {
    url,
    authority,
    output: () => output,
    stop: async () => {
      process.off('exit', reap);
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
