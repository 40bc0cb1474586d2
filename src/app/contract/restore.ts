import * as z from 'zod/mini';
import { setupToken } from '#core/auth/contract/members.ts';
import { post } from '#platform/contract/endpoint.ts';

/**
 * `PUT` with `authorization: Bearer <setup token>` and `?offset=<bytes received so far>` appends at most `RESTORE_PART_BYTES` to the
 * uploaded backup.
 */
export const RESTORE_PART_PATH = '/uploads/restore';
export const RESTORE_PART_BYTES = 8 * 1024 * 1024;
const MAX_BACKUP_BYTES = 200_000_000_000;
const MAX_PASSPHRASE_LENGTH = 1_000;

/** Identifies the file on the visitor's computer, so that an interrupted upload can be continued. */
const chosenFile = {
  bytes: z.int().check(z.minimum(1), z.maximum(MAX_BACKUP_BYTES)),
  /** In milliseconds since 1970. */
  modifiedAt: z.int(),
};

const restoreState = z.strictObject({
  /** The server has started again with the backup; the setup link is no longer valid and only reports this. */
  isRestored: z.boolean(),
  /** For example false with an external database or photo store, once the site is used, and without a valid setup link. */
  isPossible: z.boolean(),
  /** The backup whose upload was begun, complete or not; null when there is none, and without a valid setup link. */
  file: z.nullable(z.strictObject({ ...chosenFile, receivedBytes: z.number() })),
  /** The backup is being checked and restored. After a success the server starts again. */
  isRestoring: z.boolean(),
  /** Why the last attempt failed, in Korean; null when no failure is known. */
  error: z.nullable(z.string()),
});

export const restoreEndpoints = {
  restoreState: post('/api/setup/restore/state', {
    summary:
      '백업 파일을 업로드해 복원하는 상태. 관리자가 없을 때 관리자 만들기 링크로만 복원할 수 있습니다.',
    access: 'public',
    rateLimit: 'check',
    body: z.object({ token: setupToken }),
    response: restoreState,
  }),
  beginRestore: post('/api/setup/restore', {
    summary:
      '백업 파일의 업로드 시작. 같은 파일을 업로드하다 끊겼으면 이어서 업로드할 위치를 응답합니다. 다른 파일이면 처음부터 다시 업로드합니다.',
    access: 'public',
    rateLimit: 'check',
    body: z.object({ token: setupToken, ...chosenFile }),
    response: z.strictObject({ receivedBytes: z.number() }),
    errors: ['SETUP_LINK_INVALID', 'STORAGE_FULL', 'UPLOAD_BUSY', 'NOT_FOUND'],
  }),
  restore: post('/api/setup/restore/finish', {
    summary: '업로드한 백업을 복원합니다. 복원하면 서버가 다시 시작하고 모두 로그아웃됩니다.',
    access: 'public',
    rateLimit: 'login',
    body: z.object({ token: setupToken, passphrase: z.string().check(z.maxLength(MAX_PASSPHRASE_LENGTH)) }),
    errors: ['SETUP_LINK_INVALID', 'UPLOAD_REFUSED', 'UPLOAD_BUSY'],
  }),
};
