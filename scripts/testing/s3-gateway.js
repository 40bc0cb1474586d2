// A real S3 store for tests: Ceph's gateway with one monitor and one in-memory object store, as child processes.
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensurePrograms } from '#scripts/system-packages.js';
import { failedRun } from './test-reports.js';
import { findFreePort } from './test-runners.js';

const PACKAGES = { 'ceph-mon': 'ceph-mon', 'ceph-osd': 'ceph-osd', radosgw: 'radosgw', ceph: 'ceph-common' };
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 15_000;

// No authentication between the daemons, no replication, no admin sockets: the store is only for this process and temporary.
const cephConfig = ({ folder, monitorPort, port }) => `[global]
fsid = ${randomUUID()}
mon_initial_members = a
mon_host = [v2:127.0.0.1:${monitorPort}]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv6 = false
ms_bind_msgr1 = false
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
ms_mon_client_mode = crc
keyring = ${folder}/keyring
admin_socket =
run_dir = ${folder}
crash_dir = ${folder}
log_file = ${folder}/$name.log
mon_cluster_log_to_file = false
osd_crush_chooseleaf_type = 0
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
[mon]
mon_data = ${folder}/mon
mon_data_avail_warn = 2
mon_data_avail_crit = 1
mon_memory_autotune = false
paxos_propose_interval = 0.05
paxos_min_wait = 0.02
[osd]
osd_data = ${folder}/osd
osd_objectstore = memstore
osd_crush_initial_weight = 1
osd_op_num_shards = 2
osd_op_num_threads_per_shard = 1
memstore_device_bytes = 4294967296
[client]
rgw_thread_pool_size = 32
rgw_override_bucket_index_max_shards = 1
rgw_dynamic_resharding = false
rgw_run_sync_thread = false
[client.rgw]
rgw_data = ${folder}/rgw
rgw_frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1
`;

const createRunner = (folder) => {
  const conf = ['-c', path.join(folder, 'ceph.conf'), '--no-mon-config'];
  const daemons = [];
  const createError = async (name) =>
    new Error(`${name}\n${(await readFile(path.join(folder, 'out'), 'utf8')).slice(-2_000)}`);
  const start = async (command, args) => {
    const out = await open(path.join(folder, 'out'), 'a');
    const child = spawn(command, args, { stdio: ['ignore', out.fd, out.fd] });
    child.ended = new Promise((resolve) => {
      child.once('error', () => resolve(1)).once('exit', (code) => resolve(code ?? 1));
    });
    await out.close();
    return child;
  };
  return {
    once: async (command, ...args) => {
      if ((await (await start(command, args)).ended) !== 0) throw await createError(command);
    },
    conf,
    daemon: async (command, ...args) => {
      daemons.push(await start(command, ['-f', ...args, ...conf]));
    },
    isAlive: () => daemons.every(({ exitCode, signalCode }) => exitCode === null && signalCode === null),
    createError,
    kill: () => daemons.forEach((child) => child.kill('SIGKILL')),
    stop: async () => {
      // Stops the gateway first: without the object store it would hang.
      for (const child of daemons.toReversed()) {
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
        await child.ended;
        clearTimeout(timer);
      }
    },
  };
};

const isReachable = async (endpoint) => {
  try {
    return (await fetch(endpoint, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
};

const waitUntilReady = async (endpoint, ceph) => {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isReachable(endpoint))) {
    if (!ceph.isAlive() || Date.now() > deadline) throw await ceph.createError('radosgw');
    await sleep(100);
  }
};

export const startS3Gateway = async () => {
  await ensurePrograms('S3 테스트', PACKAGES);
  const folder = await mkdtemp(path.join(tmpdir(), 'sajingwan-s3-'));
  const [port, monitorPort] = [await findFreePort(), await findFreePort()];
  const ceph = createRunner(folder);
  const cleanUpNow = () => {
    ceph.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', cleanUpNow);
  const stop = async () => {
    await ceph.stop();
    process.off('exit', cleanUpNow);
    await rm(folder, { recursive: true, force: true });
  };
  const keys = { accessKeyId: 'SAJINGWANTEST', secretAccessKey: randomBytes(20).toString('hex') };
  const endpoint = `http://127.0.0.1:${port}`;
  try {
    const settings = cephConfig({ folder, monitorPort, port });
    await writeFile(path.join(folder, 'ceph.conf'), settings);
    await writeFile(path.join(folder, 'keyring'), '');
    for (const name of ['mon', 'osd', 'rgw']) await mkdir(path.join(folder, name));
    const fsid = /^fsid = (.+)$/m.exec(settings)[1];
    const [map, osd] = [path.join(folder, 'monmap'), randomUUID()];
    const monitor = ['--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`];
    await ceph.once('monmaptool', '--create', '--clobber', '--fsid', fsid, ...monitor, map);
    await ceph.once('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, ...ceph.conf);
    await ceph.daemon('ceph-mon', '-i', 'a');
    const client = ['-c', path.join(folder, 'ceph.conf'), '--connect-timeout', '60'];
    await ceph.once('ceph', ...client, 'osd', 'new', osd, '0');
    await ceph.once('ceph-osd', '--mkfs', '-i', '0', '--osd-uuid', osd, ...ceph.conf);
    await ceph.daemon('ceph-osd', '-i', '0');
    const user = ['--uid=test', '--display-name=test', `--access-key=${keys.accessKeyId}`];
    const secret = `--secret-key=${keys.secretAccessKey}`;
    await ceph.once('radosgw-admin', ...ceph.conf, '-n', 'client.rgw', 'user', 'create', ...user, secret);
    await ceph.daemon('radosgw', '-n', 'client.rgw');
    await waitUntilReady(endpoint, ceph);
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint, region: 'us-east-1', ...keys, stop };
};

/** Runs tests with a gateway, or with the store that `TEST_S3_ENDPOINT` and its keys select. */
export const withS3Gateway = async (runTests) => {
  if (process.env.TEST_S3_ENDPOINT !== undefined) return runTests();
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
  let gateway;
  try {
    gateway = await startS3Gateway();
  } catch (error) {
    return failedRun(`S3\n${error.message}`);
  }
  process.env.TEST_S3_ENDPOINT = gateway.endpoint;
  process.env.TEST_S3_REGION = gateway.region;
  process.env.TEST_S3_ACCESS_KEY_ID = gateway.accessKeyId;
  process.env.TEST_S3_SECRET_ACCESS_KEY = gateway.secretAccessKey;
  try {
    return await runTests();
  } finally {
    // Vitest adds the project `s3` whenever this variable is set, so the other parts must not see it.
    delete process.env.TEST_S3_ENDPOINT;
    await gateway.stop();
  }
};
