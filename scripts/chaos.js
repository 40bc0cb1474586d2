// Injects failures into the built server, its database and their connection, and checks the history of the clients' responses.
// `npm run chaos -- F-01 F-03 --database postgres --kills 20`; without arguments all scenarios. `npm run chaos:quick` passes
// `--short`: short failures of the machine and of the services around the server, within ten minutes.
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePrograms } from './system-packages.js';
import { ensureInstalled } from './install.js';
import { ensureBuild } from './ensure-build.js';

await ensureInstalled();

const DATABASES = ['embedded', 'postgres', 'both'];
const FOLDER = '.cache/chaos';
const MAX_PRINTED_VIOLATIONS = 20;

const { runnerImport } = await import('vite');
const { module } = await runnerImport('./tools/chaos/run-chaos.ts');
const known = [...new Set(module.scenarios.map(({ id }) => id))];

const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        database: { type: 'string', default: 'both' },
        kills: { type: 'string', default: '100' },
        short: { type: 'boolean', default: false },
      },
    });
    const ids = positionals.map((id) => id.toUpperCase());
    const kills = Number(values.kills);
    const isSensible =
      ids.every((id) => known.includes(id)) && DATABASES.includes(values.database) && kills >= 1;
    const wanted = values.short && ids.length === 0 ? [...module.shortRunIds] : ids;
    return isSensible ? { ids: wanted, database: values.database, kills, isShort: values.short } : undefined;
  } catch {
    return undefined;
  }
};

const options = readArguments();
if (options === undefined) {
  console.error(
    `npm run chaos -- [${known.join(' ')}] [--database ${DATABASES.join('|')}] [--kills 100] [--short]`,
  );
  process.exit(1);
}

// Scenario F-03 runs two servers behind the reverse proxy of deploy/.
const includes = (id) => options.ids.length === 0 || options.ids.includes(id);
if (options.database !== 'embedded' && includes('F-03')) await ensurePrograms('F-03', { nginx: 'nginx' });

await ensureBuild();
await mkdir(FOLDER, { recursive: true });

const milliseconds = (value) => Number(value.toPrecision(3));
const showViolations = (violations, historyFile) => {
  for (const violation of violations.slice(0, MAX_PRINTED_VIOLATIONS)) console.log(`  ✗ ${violation}`);
  if (violations.length > 0) console.log(`  ✗ ${violations.length} in all: ${historyFile}`);
};
const showShort = ({ summary, goals, violations, historyFile, seconds, load }) => {
  console.log(`  done: ${summary} (${seconds.toFixed(0)} s, the machine's load ${load.toFixed(1)})`);
  for (const { text, isMet } of goals) console.log(`  ${isMet ? '✓' : '△'} ${text}`);
  console.log(`  violations: ${violations.length === 0 ? 'none' : ''}`);
  showViolations(violations, historyFile);
};
const show = ({ summary, outcomes, times, goals, violations, historyFile, seconds, load }) => {
  console.log(`  ${summary} (${seconds.toFixed(0)}초, 부하 ${load.toFixed(1)})`);
  console.log(
    `  ${Object.entries(outcomes)
      .map(([name, count]) => `${name} ${count}`)
      .join(' · ')}`,
  );
  for (const [name, { p50, p99, max }] of Object.entries(times))
    console.log(
      `    ${name.padEnd(16)} p50 ${milliseconds(p50)} · p99 ${milliseconds(p99)} · max ${milliseconds(max)} ms`,
    );
  for (const { text, isMet } of goals) console.log(`  ${isMet ? '✓' : '△'} ${text}`);
  showViolations(violations, historyFile);
  if (violations.length === 0) console.log('  ✓ 어긋난 것이 없습니다.');
};

// Exits normally on a signal, so that the exit handlers end servers and databases.
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));

const before = os.loadavg();
const began = performance.now();
const reports = await module.runChaos({
  ...options,
  logProgress: (line) => console.log(line),
  report: options.isShort ? showShort : show,
  saveHistory: async (name, history) => {
    const file = path.join(FOLDER, `${name}.jsonl`);
    await writeFile(file, history.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return file;
  },
});

const machine = { node: process.version, cpus: os.cpus().length, load: { before, after: os.loadavg() } };
const file = path.join(FOLDER, 'report.json');
await writeFile(
  file,
  `${JSON.stringify({ at: new Date().toISOString(), ...options, machine, reports }, null, 2)}\n`,
);
const failed = reports.filter(({ violations }) => violations.length > 0);
const load = `부하 ${before[0].toFixed(1)} → ${os.loadavg()[0].toFixed(1)}`;
if (options.isShort) {
  console.log('');
  for (const { id, environment, violations, goals, seconds, load: busy } of reports) {
    const missed = goals.filter(({ isMet }) => !isMet).length;
    const result = violations.length === 0 ? 'no violations' : `${violations.length} violations`;
    console.log(
      `${violations.length === 0 ? '✓' : '✗'} ${id} ${environment.padEnd(19)} ${result}, ${missed} goals missed, ${seconds.toFixed(0)} s, load ${busy.toFixed(1)}`,
    );
  }
}
const minutes = `${((performance.now() - began) / 60_000).toFixed(1)}분`;
console.log(
  `\n${reports.length - failed.length} passed, ${failed.length} failed, ${minutes}, ${load}: ${file}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
