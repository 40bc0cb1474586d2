// Runs one benchmark of tools/bench and writes its result to .cache/bench: `npm run bench -- web`. The default is `speed`;
// `--full` runs longer.
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ensureBuild } from './ensure-build.js';
import { root } from './run.js';

process.chdir(root);

const [benchmark = 'speed', ...args] = process.argv.slice(2).filter((argument) => argument !== '--full');
if (!existsSync(path.join('tools/bench', `${benchmark}.ts`))) {
  const names = readdirSync('tools/bench')
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.basename(file, '.ts'));
  console.error(`npm run bench -- [항목] [--full]  (${names.join(', ')})`);
  process.exit(1);
}

await ensureBuild();
const { runnerImport } = await import('vite');
const { module } = await runnerImport(`./tools/bench/${benchmark}.ts`);

const before = os.loadavg();
const stops = [];
const isFull = process.argv.includes('--full');
const result = await module
  .run({
    isFull,
    args,
    isSelected: ({ name }) => args.length === 0 || args.some((part) => name.includes(part)),
    logProgress: (line) => console.log(`  ${line}`),
    defer: (stop) => void stops.unshift(stop),
  })
  .finally(async () => {
    for (const stop of stops) await stop();
  });
const { sides, comparisons, goals, notes = [] } = result;

const round = (value) => Number(value.toPrecision(3));
const figures = Object.fromEntries(
  sides.map(({ name, medians }) => [
    name,
    Object.fromEntries(Object.entries(medians).map(([figure, value]) => [figure, round(value)])),
  ]),
);
console.table(
  comparisons?.map(({ name, ratio, goal, ours, limit, oursCost, limitCost, limitName }) => ({
    name,
    ratio: Number(ratio.toFixed(2)),
    goal,
    'ours /s': round(ours),
    'limit /s': round(limit),
    'CPU ms': round(oursCost),
    'limit CPU ms': round(limitCost),
    limit: limitName,
  })) ?? figures,
);
for (const note of notes) console.log(`· ${note}`);
for (const { text, isMet } of goals) console.log(`${isMet ? '✓' : '✗'} ${text}`);

const machine = { node: process.version, cpus: os.cpus().length, load: { before, after: os.loadavg() } };
const file = path.join('.cache/bench', `${benchmark}.json`);
await mkdir(path.dirname(file), { recursive: true });
const report = { benchmark, at: new Date().toISOString(), machine, isFull, args, ...result };
await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
console.log(`중앙값, 부하 ${before[0].toFixed(1)} → ${os.loadavg()[0].toFixed(1)}: ${file}`);
const isMissed = goals.some(({ isMet }) => !isMet) || comparisons?.some(({ goal }) => goal.startsWith('✗'));
process.exitCode = isMissed ? 1 : 0;
