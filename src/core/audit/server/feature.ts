import type { Feature } from '#core/feature/server/feature.ts';
import { auditTables } from './described-tables.ts';

export const audit = { tables: auditTables } satisfies Feature;
