import { hasNginx, startNginx, type Nginx } from '#test/servers/nginx.ts';

const configOf = (listenAddress: string, folder: string): string => `
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=100;
  types { image/webp webp; }
  server {
    listen ${listenAddress};
    root ${folder};
    add_header cache-control "public, max-age=31536000, immutable";
  }`;

/** Starts an nginx that serves `folder` and keeps its own files in `workDir`; undefined where nginx is not installed. */
export const startNginxFileServer = async (workDir: string, folder: string): Promise<Nginx | undefined> =>
  hasNginx() ? startNginx(workDir, (listenAddress) => configOf(listenAddress, folder)) : undefined;
