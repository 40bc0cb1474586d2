import { and, isNull, lte, or, type SQL } from 'drizzle-orm';
import { privateFiles as files } from '#server/db/files-schema.ts';
import type { Deps } from '#server/deps.ts';
import { deleteDueRows } from '#server/photos/storage/file-deletions.ts';

const DAY_MS = 86_400_000;

const isUnused = (now: Date): SQL | undefined =>
  or(
    isNull(files.memberId),
    and(isNull(files.reservationId), lte(files.createdAt, new Date(now.getTime() - DAY_MS))),
  );

/** Deletes pictures whose member or reservation is gone, and those that no reservation took within a day. */
export const expirePrivateFiles = (deps: Pick<Deps, 'db' | 'clock'>, signal: AbortSignal): Promise<void> =>
  deleteDueRows(deps, { table: files, key: files.key, isDue: isUnused }, signal);
