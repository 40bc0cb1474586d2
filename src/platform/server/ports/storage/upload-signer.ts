import { timingSafeEqual } from 'node:crypto';
import { hmac } from '../../crypto/derive-key.ts';
import type { SignedUpload, UploadGrant } from './storage.ts';

/** Path of upload URLs on this server: `/uploads/staging/….jpg?type=…&length=…&until=…&signature=…`. */
export const UPLOADS_PATH = '/uploads/';

const lineOf = ({ key, contentType, contentLength, expiresAt }: UploadGrant): string =>
  [key, contentType, contentLength ?? '', expiresAt.getTime()].join('\n');

/** Signs and verifies upload URLs. All processes with the same secret accept them. */
export const createUploadSigner = (secret: Uint8Array) => {
  const signatureOf = (upload: UploadGrant): string =>
    hmac(secret, 'upload', lineOf(upload)).toString('base64url');

  return {
    sign: (upload: UploadGrant): SignedUpload => {
      const query = new URLSearchParams({
        type: upload.contentType,
        ...(upload.contentLength === null ? {} : { length: String(upload.contentLength) }),
        until: String(upload.expiresAt.getTime()),
        signature: signatureOf(upload),
      });
      return {
        url: `${UPLOADS_PATH}${upload.key}?${query.toString()}`,
        headers: { 'content-type': upload.contentType },
      };
    },
    verify: (stagingKey: string, query: URLSearchParams): UploadGrant | null => {
      const length = query.get('length');
      const upload = {
        key: stagingKey,
        contentType: query.get('type') ?? '',
        contentLength: length === null ? null : Number(length),
        expiresAt: new Date(Number(query.get('until'))),
      };
      const given = Buffer.from(query.get('signature') ?? '');
      const right = Buffer.from(signatureOf(upload));
      return given.length === right.length && timingSafeEqual(given, right) ? upload : null;
    },
  };
};

export type UploadSigner = ReturnType<typeof createUploadSigner>;
