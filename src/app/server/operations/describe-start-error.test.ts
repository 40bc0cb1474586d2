import { DrizzleQueryError } from 'drizzle-orm';
import { afterEach, expect, it, vi } from 'vitest';
import { describeStartError, nameFullDisk } from './describe-start-error.ts';

afterEach(() => vi.unstubAllEnvs());

const fail = (message: string, details: object) => Object.assign(new Error(message), details);
const refused = (code: string) =>
  new DrizzleQueryError('create table t ()', [], fail('permission denied for schema public', { code }));

it.each([
  [refused('42501'), /데이터베이스 계정에 권한이 없습니다.*OWNER TO/],
  [refused('53100'), /데이터베이스의 디스크가 가득 찼습니다.*DATA_DIR/],
  [fail('no space', { code: 'ENOSPC', syscall: 'write' }), /^디스크가 가득 찼습니다/],
  [
    fail('no space', { code: 'ENOSPC', syscall: 'open', path: '/mnt/a' }),
    /^\/mnt\/a: 디스크가 가득 찼습니다/,
  ],
  [fail("Cannot find package 'pg'", { code: 'ERR_MODULE_NOT_FOUND' }), /npm run build를 실행해 주세요/],
])('%s is described in one line of Korean that says the way out', (error, message) => {
  const text = describeStartError(error);
  expect(text).toMatch(message);
  expect(text).not.toMatch(/\n| at /);
});

it('a full disk is named by the folder that is written', async () => {
  const failed = Promise.reject(fail('no space', { code: 'ENOSPC', syscall: 'write' }));
  await expect(nameFullDisk('/mnt/backup', failed)).rejects.toThrow('/mnt/backup: 디스크가 가득 찼습니다.');
  const other = fail('no such file', { code: 'ENOENT' });
  await expect(nameFullDisk('/mnt/backup', Promise.reject(other))).rejects.toBe(other);
});

it('an unforeseen error is described by its message, and by its trace with LOG_LEVEL=debug', () => {
  const error = new Error('the sky is falling');
  expect(describeStartError(error)).toBe(
    '예상하지 못한 오류입니다: the sky is falling\n자세한 내용을 보려면 LOG_LEVEL=debug를 지정하고 다시 실행해 주세요.',
  );
  vi.stubEnv('LOG_LEVEL', 'debug');
  expect(describeStartError(error)).toContain('describe-start-error.test.ts');
});
