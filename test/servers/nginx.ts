import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';

const NGINX = '/usr/sbin/nginx';

export interface Nginx {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Keeps all files of nginx in this folder, apart from an nginx of the system. */
const configOf = (place: string, http: string): string => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes auto;
pid ${place}/nginx.pid;
error_log ${place}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${place}/body;
  proxy_temp_path ${place}/proxy;
  fastcgi_temp_path ${place}/fastcgi;
  uwsgi_temp_path ${place}/uwsgi;
  scgi_temp_path ${place}/scgi;
  ${http}
}`;

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

export const hasNginx = (): boolean => existsSync(NGINX);

/** Starts nginx in the folder `place`. `describe` receives the listen address and returns the content of the `http` block. */
export const startNginx = async (
  place: string,
  describe: (address: string) => string,
  wanted?: number,
): Promise<Nginx> => {
  if (!hasNginx()) throw new Error(`${NGINX} is missing: install nginx`);
  const port = wanted ?? (await findFreePort());
  const address = `127.0.0.1:${port}`;
  const config = join(place, 'nginx.conf');
  await writeFile(config, configOf(place, describe(address)));
  const child = spawn(NGINX, ['-c', config, '-e', join(place, 'error.log')], { stdio: 'inherit' });
  const isClosed = once(child, 'close');
  const reap = (): void => void child.kill();
  process.once('exit', reap);
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error('nginx did not start');
    await sleep(25);
  }
  return {
    url: `http://${address}`,
    pid: child.pid ?? 0,
    stop: async () => {
      process.off('exit', reap);
      child.kill('SIGQUIT');
      await isClosed;
    },
  };
};
