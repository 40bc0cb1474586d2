import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { join, resolve } from 'node:path';
import type { Database } from './connection.ts';
import { DurableNodeFS } from './durable-node-fs.ts';
import { lockFolder } from './lock-folder.ts';
import { placeTemplate } from './place-template.ts';
import * as schema from './schema.ts';

// PGlite starts with -F, which turns fsync off. fdatasync is a stub there, so the method must be plain fsync.
const durable = { fsync: 'on', wal_sync_method: 'fsync', synchronous_commit: 'on', full_page_writes: 'on' };

const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...Object.entries(durable).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/** Opens a folder durably; one that does not exist is created, which takes seconds. */
export const openFolder = async (folder: string): Promise<PGlite> => {
  const client = await PGlite.create({ fs: new DurableNodeFS(folder), startParams });
  for (const [name, expected] of Object.entries(durable)) {
    const { rows } = await client.query<Record<string, string>>(`show ${name}`);
    if (rows[0]?.[name] !== expected)
      throw new Error(`the embedded database runs with ${name}=${rows[0]?.[name]}`);
  }
  return client;
};

export const wrapEmbedded = (client: PGlite, release: () => Promise<void>): Database => ({
  db: drizzle({ client, schema }),
  kind: 'embedded',
  exec: async (statements) => void (await client.exec(statements)),
  close: async () => {
    await client.close();
    await release();
  },
});

/** The embedded database in `dataDir/db`, for this process alone. `template` spares the first start the creation. */
export const openEmbedded = async (
  dataDir: string,
  template = resolve('dist/db-template'),
): Promise<Database> => {
  const release = await lockFolder(dataDir);
  try {
    const folder = join(dataDir, 'db');
    await placeTemplate(template, folder);
    return wrapEmbedded(await openFolder(folder), release);
  } catch (error) {
    await release();
    throw error;
  }
};
