// Runs one benchmark of tools/bench and writes its result to .cache/bench: `npm run bench -- web`. The default is
// `speed`; `--full` runs longer.
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ensureBuild } from './ensure-build.js';
import { root } from './run.js';

process.chdir(root);

const args = process.argv.slice(2).filter((argument) => argument !== '--full');
const options = { isFull: process.argv.includes('--full'), args: args.slice(1) };
const [benchmark = 'speed'] = args;
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
const {
  sides,
  comparisons,
  goals,
  notes = [],
} = await module.run((line) => console.log(`  ${line}`), options);

const round = (value) => Number(value.toPrecision(3));
const names = [...new Set(sides.flatMap(({ medians }) => Object.keys(medians)))];
const rows = names.map((name) => {
  const cells = sides.flatMap(({ name: side, medians, rounds }) => {
    if (!(name in medians)) return [];
    const values = rounds.map((figures) => figures[name]);
    return [
      [side, round(medians[name])],
      [`${side} ↕`, `${round(Math.min(...values))}…${round(Math.max(...values))}`],
    ];
  });
  return [name, Object.fromEntries(cells)];
});
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
  })) ?? Object.fromEntries(rows),
);
for (const note of notes) console.log(`· ${note}`);
for (const { text, isMet } of goals) console.log(`${isMet ? '✓' : '✗'} ${text}`);

const machine = { node: process.version, cpus: os.cpus().length, load: { before, after: os.loadavg() } };
const file = path.join('.cache/bench', `${benchmark}.json`);
await mkdir(path.dirname(file), { recursive: true });
await writeFile(
  file,
  `${JSON.stringify({ benchmark, at: new Date().toISOString(), machine, options, comparisons, sides, goals, notes }, null, 2)}\n`,
);
console.log(
  `중앙값 (↕ 최솟값과 최댓값), 부하 ${before[0].toFixed(1)} → ${os.loadavg()[0].toFixed(1)}: ${file}`,
);
const isMissed = goals.some(({ isMet }) => !isMet) || comparisons?.some(({ goal }) => goal.startsWith('✗'));
process.exitCode = isMissed ? 1 : 0;
