// Writes test/releases/v<version>.tar.br: the data folder and a backup of the release in a commit (HEAD by default), after its site was
// filled. The tests upgrade them. `npm run release:data -- v0.2.0`
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { ensureInstalled } from './install.js';
import { root, run, runOrThrow } from './run.js';
import { findFreePort } from './testing/test-runners.js';

const [commit = 'HEAD'] = process.argv.slice(2);
await ensureInstalled();

const folder = await mkdtemp(path.join(tmpdir(), 'sajingwan-release-'));
const program = path.join(folder, 'program');
const dataDir = path.join(folder, 'data');
const owner = { loginId: 'owner', password: 'Owner!2026' };

const startServer = async (env) => {
  const child = spawn(process.execPath, ['dist/server/main.js'], { cwd: program, env, stdio: 'inherit' });
  process.once('exit', () => child.kill());
  while (!(await fetch(`${env.PUBLIC_URL}/healthz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('the server did not start');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
};

try {
  await runOrThrow(['git', 'worktree', 'add', '--detach', program, commit]);
  await runOrThrow(['npm', 'ci', '--prefix', program, '--no-audit', '--no-fund']);
  await runOrThrow(['npm', 'run', 'build', '--prefix', program]);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const fixedEnv = {
    ...process.env,
    NODE_OPTIONS: `--import=${path.join(root, 'test/servers/shift-clock.js')}`,
    NODE_ENV: 'production',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    SAMPLE_CONTENT: 'false',
    LOG_LEVEL: 'warn',
    ADMIN_LOGIN_ID: owner.loginId,
    ADMIN_PASSWORD: owner.password,
  };
  let [env, stop] = [fixedEnv, null];
  const start = async (settings) => {
    env = { ...fixedEnv, ...settings };
    stop = await startServer(env);
    return stop;
  };
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(path.join(root, 'test/releases/visit-release.ts'));
  const record = await module.visitRelease({ url, owner, start });
  await writeFile(path.join(folder, 'visit.json'), JSON.stringify(record));
  const backup = [process.execPath, 'scripts/cli.js', 'backup', path.join(folder, 'backup')];
  await runOrThrow(backup, { cwd: program, env });
  await stop();
  // Sorted, because brotli finds what the databases have in common within 16 MiB only.
  const tarOptions = ['--create', '--sort=name', '--directory', folder, 'backup', 'data', 'visit.json'];
  const tar = spawn('tar', tarOptions, { stdio: ['ignore', 'pipe', 'inherit'] });
  const archive = Buffer.concat(await tar.stdout.toArray());
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 11 };
  const compressed = await promisify(brotliCompress)(archive, { params });
  const { version } = JSON.parse(await readFile(path.join(program, 'package.json'), 'utf8'));
  const file = `test/releases/v${version}.tar.br`;
  await writeFile(path.join(root, file), compressed);
  console.log(`${file}  ${(compressed.length / 1e6).toFixed(1)} MB`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await run(['git', 'worktree', 'remove', '--force', program]);
  await rm(folder, { recursive: true, force: true });
}
process.exit();
