import * as z from 'zod/mini';
import type { StorageSettings } from './choose-storage.ts';

const names = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
type Name = (typeof names)[number];
type Values = { readonly [K in Name | 'S3_PUBLIC_URL']?: string | undefined };

const address = z.url({ protocol: /^https?$/, error: '`https://s3.example.com` 같은 주소여야 합니다.' });
const word = z.string().check(z.regex(/^[\x21-\x7e]+$/, '공백 없는 영문과 숫자여야 합니다.'));

/** The shapes of the settings that `readS3` takes together. */
export const s3Settings = {
  bucket: z.optional(
    z
      .string()
      .check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, '영문 소문자, 숫자, `.`, `-` 3~63자여야 합니다.')),
  ),
  address: z.optional(address),
  word: z.optional(word),
} as const;

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** All of them or none: one line for each that is missing. */
export const readS3 = (values: Values, fault: (lines: string) => Error): StorageSettings => {
  const isAsked = [...names, 'S3_PUBLIC_URL' as const].some((name) => values[name] !== undefined);
  if (!isAsked) return { kind: 'disk' };
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length > 0) {
    throw fault(
      missing.map((name) => `설정 ${name}: 사진을 S3에 저장하려면 반드시 지정해야 합니다.`).join('\n'),
    );
  }
  const valueOf = (name: Name): string => values[name] ?? '';
  return {
    kind: 's3',
    bucket: valueOf('S3_BUCKET'),
    endpoint: withoutSlash(valueOf('S3_ENDPOINT')),
    region: valueOf('S3_REGION'),
    accessKeyId: valueOf('S3_ACCESS_KEY_ID'),
    secretAccessKey: valueOf('S3_SECRET_ACCESS_KEY'),
    publicUrl: values.S3_PUBLIC_URL === undefined ? undefined : withoutSlash(values.S3_PUBLIC_URL),
  };
};
