// Injects failures into the built server, its database and their connection, and checks the history of the clients' responses.
// `npm run chaos -- F-01 F-03 --database postgres --kills 20`; without arguments all scenarios. `npm run chaos:quick` passes
// `--short`: fewer scenarios with shorter faults, about ten minutes on two cores.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from './ensure-build.js';
import { ensureInstalled } from './install.js';
import { ensurePrograms } from './system-packages.js';

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
    const [{ database, short: isShort }, kills] = [values, Number(values.kills)];
    const given = positionals.map((id) => id.toUpperCase());
    const ids = given.length > 0 ? given : isShort ? module.shortRunIds : known;
    const isSensible = ids.every((id) => known.includes(id)) && DATABASES.includes(database) && kills >= 1;
    return isSensible ? { ids, database, kills, isShort } : undefined;
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
if (options.database !== 'embedded' && options.ids.includes('F-03'))
  await ensurePrograms('F-03', { nginx: 'nginx' });

await ensureBuild();

// Exits normally on a signal, so that the exit handlers end servers and databases.
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));

const reports = [];
for await (const report of module.runChaos({ ...options, folder: FOLDER, logProgress: console.log })) {
  const { summary, outcomes, goals = [], violations, historyFile, seconds, load } = report;
  reports.push(report);
  console.log(`  ${summary} (${seconds.toFixed(0)} s, load ${load.toFixed(1)})`);
  if (outcomes !== '') console.log(`  ${outcomes}`);
  for (const { text, isMet } of goals) console.log(`  ${isMet ? '✓' : '△'} ${text}`);
  for (const violation of violations.slice(0, MAX_PRINTED_VIOLATIONS)) console.log(`  ✗ ${violation}`);
  console.log(
    violations.length === 0 ? '  ✓ no violations' : `  ✗ ${violations.length} violations: ${historyFile}`,
  );
}

const file = path.join(FOLDER, 'report.json');
await writeFile(
  file,
  `${JSON.stringify({ at: new Date().toISOString(), node: process.version, ...options, reports }, null, 2)}\n`,
);
console.log('');
for (const { id, environment, violations, goals = [], seconds } of reports) {
  const missed = goals.filter(({ isMet }) => !isMet).length;
  console.log(
    `${violations.length === 0 ? '✓' : '✗'} ${id} ${environment.padEnd(19)} ${violations.length} violations, ${missed} goals missed, ${seconds.toFixed(0)} s`,
  );
}
const failed = reports.filter(({ violations }) => violations.length > 0).length;
console.log(`${reports.length - failed} passed, ${failed} failed: ${file}`);
process.exitCode = failed === 0 ? 0 : 1;
