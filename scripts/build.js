import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprintSources } from './build/build-fingerprint.js';
import { ensureInstalled } from './install.js';
import { root, runOrThrow } from './run.js';

const dist = path.join(root, 'dist');
const stampFile = path.join(dist, '.stamp');

const step = async (name, work) => {
  const begin = performance.now();
  await work();
  console.log(`  ${name} (${((performance.now() - begin) / 1000).toFixed(1)}초)`);
};

const buildClient = async (vite, outDir) =>
  vite.build({
    root,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: { input: path.join(root, 'src/app/web/entry-client.tsx') },
    },
  });

// Loaded from node_modules: they contain native code, workers or files of their own, or are loaded by few servers. Bundling the others
// leaves out what is not used: an idle server takes 120 MB instead of 150, and starts with two thirds of the CPU time.
const UNBUNDLED = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@electric-sql/pglite',
  '@node-rs/argon2',
  'age-encryption',
  'nodemailer',
  'pg',
  'pino',
  'prom-client',
  'sharp',
  'ssim.js',
  'tar-stream',
  'yazl',
];

const buildServer = async (vite, outDir) =>
  vite.build({
    root,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: UNBUNDLED },
    build: {
      outDir,
      emptyOutDir: true,
      ssr: true,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: {
          main: path.join(root, 'src/main.ts'),
          cli: path.join(root, 'src/cli.ts'),
          'entry-server': path.join(root, 'src/app/web/entry-server.tsx'),
          'check-backup-worker': path.join(root, 'src/app/server/operations/backup/check-backup-worker.ts'),
          'restore-worker': path.join(root, 'src/app/server/restore/restore-worker.ts'),
          'render-worker': path.join(root, 'src/core/files/server/renditions/render-worker.ts'),
          'build-db-template': path.join(root, 'src/platform/server/db/pglite/build-db-template.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });

// Initializing PGlite takes seconds and much memory, so the first start copies this prepared database.
const BUILD_TEMPLATE = `
const [module, target] = process.argv.slice(1);
const { buildDbTemplate } = await import(module);
await buildDbTemplate(target);
`;

const buildInto = async (out) => {
  // Imported lazily: `npm start` with a current build does not need it.
  const vite = await import('vite');
  await step('서버', () => buildServer(vite, path.join(out, 'server')));
  const { buildFonts } = await import('./build/build-fonts.js');
  await step('글꼴', () => buildFonts(path.join(out, 'server')));
  await step('화면', () => buildClient(vite, path.join(out, 'client')));
  const template = [path.join(out, 'server/build-db-template.js'), path.join(out, 'db-template')];
  const command = [process.execPath, '--input-type=module', '--eval', BUILD_TEMPLATE, ...template];
  await step('데이터베이스 원본', () => runOrThrow(command, { isQuiet: true }));
  const { compressFiles } = await import('./build/compress-assets.js');
  await step('압축', () => compressFiles(path.join(out, 'client')));
};

/** Builds beside `dist` and swaps, so that a failed build leaves the last good one in place. Resolves to false if it failed. */
const build = async (stamp) => {
  console.log('화면과 서버를 빌드합니다…');
  process.env.NODE_ENV = 'production';
  const tempDir = path.join(root, '.cache', `build-${process.pid}`);
  const [next, last] = [path.join(tempDir, 'next'), path.join(tempDir, 'last')];
  try {
    await mkdir(tempDir, { recursive: true });
    await buildInto(next);
    await writeFile(path.join(next, '.stamp'), stamp);
    if (existsSync(dist)) await rename(dist, last);
    await rename(next, dist);
    return true;
  } catch (error) {
    console.error(
      error.code === 'EACCES'
        ? `${error.path}: 쓸 권한이 없습니다. 프로그램 폴더의 소유자로 실행해 주세요.`
        : (error.message ?? error),
    );
    console.error('빌드하지 못했습니다. 위의 오류를 수정한 뒤 다시 실행해 주세요.');
    return false;
  } finally {
    await rm(tempDir, { recursive: true, force: true });
  }
};

const isFresh = (stamp) => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;

/** Whether there is a build that is older than the sources. */
export const isBuildStale = () => existsSync(stampFile) && !isFresh(fingerprintSources());

/** Builds unless `dist` matches the sources. Resolves to false if the build failed. */
export const buildIfStale = async () => {
  const stamp = fingerprintSources();
  return isFresh(stamp) || build(stamp);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureInstalled();
  if (!(await build(fingerprintSources()))) process.exitCode = 1;
}
