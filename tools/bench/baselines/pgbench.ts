import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultSlots } from '#features/reservations/contract/slots.ts';
import type { RecordedParam, RecordedRequest, RecordedStatement, Variable } from './recorded-statements.ts';

const PGBENCH_ROOT = '/usr/lib/postgresql';

/** Path of the newest pgbench that Debian's packages installed, or undefined without one. */
const findPgbench = (): string | undefined =>
  (existsSync(PGBENCH_ROOT) ? readdirSync(PGBENCH_ROOT) : [])
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(PGBENCH_ROOT, version, 'bin/pgbench'))
    .find((path) => existsSync(path));

const uuid = (variant: string): string =>
  `('00000000-0000-4000-${variant}-' || lpad(:n::text, 12, '0'))::uuid`;

/**
 * Must match the values in baseline-statements.js. The SQL must not contain other colons: pgbench reads `:name` as a variable.
 */
const formatVariable = (variable: Variable, prefix: string, firstDate: string): string => {
  const date = `(date '${firstDate}' + :n::int / ${defaultSlots.length})`;
  const slot = `(array['${defaultSlots.join("', '")}'])[1 + :n::int % ${defaultSlots.length}]`;
  const expressions: Partial<Record<Variable, string>> = {
    member: uuid('8000'),
    session: uuid('9000'),
    date,
    slot,
    window: `('[' || ${date} || ' ' || left(${slot}, 2) || chr(58) || '00,' || ${date} || ' ' || right(${slot}, 2) || chr(58) || '00)')`,
    code: `('BENCH-' || lpad(:n::text, 5, '0'))`,
    key: `('pgbench-' || :n::text)`,
    reservation: `currval('reservations_id_seq')`,
    hit: `('${prefix}.pgbench.' || :n::text)`,
  };
  const expression = expressions[variable];
  if (expression === undefined) throw new Error(`${variable} is only supported by baseline-statements.js`);
  return expression;
};

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

const formatParam = (param: RecordedParam, firstDate: string): string => {
  if ('variable' in param) return formatVariable(param.variable, param.prefix ?? '', firstDate);
  if ('list' in param) return `array[${param.list.map((one) => formatParam(one, firstDate)).join(', ')}]`;
  if ('bytes' in param) return `'\\x${param.bytes}'::bytea`;
  const { value } = param;
  if (typeof value !== 'string') return String(value);
  if (ISO_INSTANT.test(value)) return `to_timestamp(${Date.parse(value) / 1_000})`;
  const quoted = `'${value.replaceAll("'", "''")}'`;
  // The values of a message, as JSON.
  if (value.startsWith('{')) return `(${quoted.replaceAll(':', "' || chr(58) || '")})::jsonb`;
  return quoted.replaceAll(':', '.');
};

const formatStatement = ({ text, params }: RecordedStatement, firstDate: string): string => {
  const filled = text.replaceAll(/\$(\d+)/g, (_, index: string) => {
    const param = params[Number(index) - 1];
    if (param === undefined) throw new Error(`no parameter ${index}: ${text}`);
    return formatParam(param, firstDate);
  });
  return `${filled.replaceAll("':00'", "(chr(58) || '00')").replaceAll(/\s+/g, ' ').trim()};`;
};

const formatScript = (request: RecordedRequest, firstDate: string): string => {
  const lines = request.flatMap((group) => {
    const statements = group.map((statement) => formatStatement(statement, firstDate));
    return group.length === 1 ? statements : ['\\startpipeline', ...statements, '\\endpipeline'];
  });
  return ['\\set n :client_id * :each + :i', '\\set i :i + 1', ...lines].join('\n');
};

interface PgbenchRun {
  readonly databaseUrl: string;
  readonly clients: number;
  readonly transactionsPerClient: number;
}

/**
 * Writes the statements as a pgbench script. Returns a function that runs it and resolves to transactions per second, or
 * undefined when pgbench is not installed.
 */
export const preparePgbench = async (
  file: string,
  statements: RecordedRequest,
  firstDate: string,
): Promise<((run: PgbenchRun) => Promise<number>) | undefined> => {
  const pgbench = findPgbench();
  if (pgbench === undefined) return undefined;
  await writeFile(file, formatScript(statements, firstDate));
  return async ({ databaseUrl, clients, transactionsPerClient }) => {
    const load = `-n -M prepared -j 2 -c ${clients} -t ${transactionsPerClient}`.split(' ');
    const variables = ['-D', 'i=0', '-D', `each=${transactionsPerClient}`];
    const child = spawn(pgbench, [...load, ...variables, '-f', file, databaseUrl]);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(child, 'close');
    const tps = /tps = ([\d.]+)/.exec(output)?.[1];
    if (child.exitCode !== 0 || tps === undefined)
      throw new Error(`pgbench failed:\n${output.slice(-2_000)}`);
    return Number(tps);
  };
};
