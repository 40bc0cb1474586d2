import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#test/free-port.ts';
import type { BareServer } from './start-bare.ts';

const NGINX = '/usr/sbin/nginx';

/** All of its files in `place`, and nothing of the machine's own nginx. */
const configOf = (place: string, folder: string, port: number): string => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes auto;
pid ${place}/nginx.pid;
error_log ${place}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=100;
  client_body_temp_path ${place}/body;
  proxy_temp_path ${place}/proxy;
  fastcgi_temp_path ${place}/fastcgi;
  uwsgi_temp_path ${place}/uwsgi;
  scgi_temp_path ${place}/scgi;
  types { image/webp webp; }
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    add_header cache-control "public, max-age=31536000, immutable";
  }
}`;

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Undefined where there is none. */
export const startNginx = async (place: string, folder: string): Promise<BareServer | undefined> => {
  if (!existsSync(NGINX)) return undefined;
  const port = await findFreePort();
  const config = join(place, 'nginx.conf');
  await writeFile(config, configOf(place, folder, port));
  const child = spawn(NGINX, ['-c', config, '-e', join(place, 'error.log')], { stdio: 'inherit' });
  const isClosed = once(child, 'close');
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error('nginx did not start');
    await sleep(25);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGQUIT');
      await isClosed;
    },
  };
};
