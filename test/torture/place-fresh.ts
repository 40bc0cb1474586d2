import { inject } from 'vitest';
import { freshDatabase } from '#test/database.ts';
import { placeEmbedded, placePostgres } from './places.ts';
import type { StormDatabase } from './places.ts';

/** A new database of the test project's kind. */
export const placeFresh = async (): Promise<StormDatabase> => {
  const source = inject('testDatabase');
  return source.kind === 'embedded'
    ? placeEmbedded(source.template)
    : placePostgres(await freshDatabase(), source.serverUrl);
};
