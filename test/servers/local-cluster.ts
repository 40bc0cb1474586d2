import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, PutBucketCorsCommand, type CORSConfiguration } from '@aws-sdk/client-s3';
import { withSubjectParticle } from '#platform/contract/text/korean-particles.ts';
import { createS3Client, type S3Config } from '#platform/server/ports/storage/s3-storage.ts';
import { findFreePort } from './free-port.ts';
import { startPostgresServer } from './postgres-server.ts';
import { startReverseProxy } from './reverse-proxy.ts';
import { startServer, type ServerProcess } from './server-process.ts';

export interface LocalCluster {
  readonly url: string;
  readonly servers: readonly ServerProcess[];
  stop(): Promise<void>;
}

interface LocalClusterOptions {
  /** The port of the reverse proxy. */
  readonly port: number;
  readonly store: Omit<S3Config, 'bucket' | 'publicUrl'>;
  /** Overrides the environment variables that a cluster needs. */
  readonly env: Record<string, string>;
  say(line: string): void;
}

const SERVER_COUNT = 2;
const BUCKET = 'sajingwan';
const WATCH_INTERVAL_MS = 250;

/** Creates a bucket with the CORS rules of the installation guide, so that browsers can upload from the site. */
const createBucket = async (store: S3Config, origin: string): Promise<void> => {
  const { CORSRules } = JSON.parse(await readFile('docs/s3/cors.json', 'utf8')) as CORSConfiguration;
  const rules = CORSRules?.map((rule) => ({ ...rule, AllowedOrigins: [origin] }));
  const client = createS3Client(store);
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  await client.send(new PutBucketCorsCommand({ Bucket: BUCKET, CORSConfiguration: { CORSRules: rules } }));
  client.destroy();
};

/**
 * Starts the setup of a larger studio on one machine: PostgreSQL, S3 storage, two servers and nginx. Servers that exit are
 * restarted.
 */
export const startLocalCluster = async ({
  port,
  store,
  env,
  say,
}: LocalClusterOptions): Promise<LocalCluster> => {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const postgres = await startPostgresServer();
    ends.push(() => postgres.stop());
    const ports = await Promise.all(Array.from({ length: SERVER_COUNT }, findFreePort));
    const front = await startReverseProxy(ports, { port });
    ends.push(() => front.stop());
    await createBucket({ ...store, bucket: BUCKET, publicUrl: undefined }, front.url);

    const shared = {
      PUBLIC_URL: front.url,
      TRUST_PROXY: '1',
      AUTH_SECRET: randomBytes(32).toString('base64url'),
      DATABASE_URL: `${postgres.url}postgres`,
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: store.endpoint,
      S3_REGION: store.region,
      S3_ACCESS_KEY_ID: store.accessKeyId,
      S3_SECRET_ACCESS_KEY: store.secretAccessKey,
      ...env,
    };
    const servers: ServerProcess[] = [];
    const startOne = async (place: number): Promise<void> => {
      const folder = await mkdtemp(join(tmpdir(), 'sajingwan-cluster-'));
      servers[place] = await startServer({ ...shared, PORT: String(ports[place]), DATA_DIR: folder });
      ends.push(() => rm(folder, { recursive: true, force: true }));
      say(`서버 ${place + 1}: 포트 ${ports[place]}, 프로세스 ${servers[place].pid}`);
    };
    for (let place = 0; place < SERVER_COUNT; place += 1) await startOne(place);

    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        await sleep(WATCH_INTERVAL_MS);
        for (const [place, server] of servers.entries()) {
          if (isOver || server.exitReason() === null) continue;
          say(`${withSubjectParticle(`서버 ${place + 1}`)} 죽어 다시 켭니다.`);
          await startOne(place);
        }
      }
    })();
    ends.push(async () => {
      isOver = true;
      await watching;
      await Promise.all(servers.map((server) => server.stop()));
    });
    return { url: front.url, servers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
