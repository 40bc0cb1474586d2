import { and, eq } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import { uploadIntents } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';

/** Decides whether a signed URL may still be used. */
export type AdmitUpload = (stagingKey: string) => Promise<void>;

/** Throws UPLOAD_REFUSED for uploads that are saved, refused, expired or of a deleted member. */
export const createUploadAdmission =
  (deps: Pick<Deps, 'db'>): AdmitUpload =>
  async (stagingKey) => {
    const isOpen = and(eq(uploadIntents.stagingKey, stagingKey), eq(uploadIntents.state, 'ISSUED'));
    if ((await deps.db.$count(uploadIntents, isOpen)) === 0) throw appError('UPLOAD_REFUSED');
  };
