import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { envVariables } from './env-variables.ts';
import { readEnv } from './env.ts';

describe('readEnv', () => {
  it('readEnv has a default for every setting', () => {
    const env = readEnv({});
    expect(env).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      rateLimits: true,
    });
    expect(env.databaseUrl).toBeUndefined();
    expect(env.admin).toBeUndefined();
  });

  it('readEnv treats an empty value as unset and derives the public URL from the port', () => {
    expect(readEnv({ PORT: '4000', DATABASE_URL: '' })).toMatchObject({ publicUrl: 'http://localhost:4000' });
  });

  it.each([
    [{}, 'OUTBOX'],
    [{ PUBLIC_URL: 'http://192.168.0.10:3000' }, 'OUTBOX'],
    [{ PUBLIC_URL: 'https://studio.example' }, 'NONE'],
    [
      {
        PUBLIC_URL: 'https://studio.example',
        SMS_PROVIDER: 'solapi',
        SMS_SENDER: '02-1234-5678',
        SOLAPI_API_KEY: 'KEY',
        SOLAPI_API_SECRET: 'SECRET',
      },
      'SMS',
    ],
  ])('with %j verification codes go to %s', (source, codeDelivery) => {
    expect(readEnv(source).services).toMatchObject({ codeDelivery });
  });

  it.each([
    [{ PORT: '99999' }, /설정 PORT: 0부터 65535까지의 정수여야 합니다\./],
    [{ PORT: 'x' }, /설정 PORT: 0부터/],
    [{ LOG_LEVEL: 'loud' }, /설정 LOG_LEVEL: fatal, error/],
    [{ PUBLIC_URL: 'example.com' }, /설정 PUBLIC_URL/],
    [{ DATABASE_URL: 'mysql://x' }, /설정 DATABASE_URL/],
    [{ AUTH_SECRET: 'short' }, /설정 AUTH_SECRET: 32자/],
    [{ RATE_LIMITS: 'maybe' }, /설정 RATE_LIMITS/],
    [{ RESERVATION_CHANGE_HOURS: '-1' }, /설정 RESERVATION_CHANGE_HOURS: 0부터 720까지/],
    [{ ADMIN_LOGIN_ID: 'admin' }, /함께/],
    [{ WEB_CONCURRENCY: '0' }, /설정 WEB_CONCURRENCY: 1부터 64까지/],
    [{ METRICS_PORT: '3000' }, /설정 METRICS_PORT: PORT와 다른 번호/],
    [{ PUBLIC_URL: 'https://example.com/studio' }, /설정 PUBLIC_URL: .*경로 없이/],
    [{ BACKUP_DIR: 'backups' }, /설정 BACKUP_DIR: `\/`로 시작하는/],
    [{ ERASURE_LEDGER: 'erasures.jsonl' }, /설정 ERASURE_LEDGER: `\/`로 시작하는/],
    [{ WEB_CONCURRENCY: '2' }, /설정 WEB_CONCURRENCY: 내장 데이터베이스에서는/],
    [{ OAUTH_KAKAO_CLIENT_ID: 'id' }, /OAUTH_KAKAO_CLIENT_SECRET은 함께/],
    [{ OAUTH_GOOGLE_CLIENT_ID: 'two words' }, /설정 OAUTH_GOOGLE_CLIENT_ID: 공백 없는/],
    [{ PRIVACY_PROCESSORS: '앨범 회사' }, /설정 PRIVACY_PROCESSORS: `수탁자/],
    [{ SITE_VERIFICATION_NAVER: 'two words' }, /설정 SITE_VERIFICATION_NAVER: 공백 없는/],
    [{ OAUTH_NAVER_ISSUER: 'http://login.example.com' }, /설정 OAUTH_NAVER_ISSUER/],
    [{ OAUTH_NAVER_ISSUER: 'http://localhost.evil.example' }, /설정 OAUTH_NAVER_ISSUER/],
  ])('readEnv rejects %j', (source, line) => expect(() => readEnv(source)).toThrow(line));

  it('readEnv reports all invalid variables in one error', () => {
    expect(() => readEnv({ PORT: 'x', PUBLIC_URL: 'x' })).toThrow(/PORT.*\n.*PUBLIC_URL/);
  });

  it('readEnv lists the configured social login providers in the order of their buttons', () => {
    const keys = (name: string) => ({
      [`OAUTH_${name}_CLIENT_ID`]: 'id',
      [`OAUTH_${name}_CLIENT_SECRET`]: 'secret',
    });
    expect(readEnv({}).services.providers).toEqual([]);
    const env = readEnv({ ...keys('GOOGLE'), ...keys('KAKAO'), OAUTH_KAKAO_ADMIN_KEY: 'admin' });
    expect(env.services.providers).toEqual(['kakao', 'google']);
    expect(env.oauth.kakao).toMatchObject({ clientId: 'id', adminKey: 'admin', issuer: undefined });
    const issuers = ['http://localhost:4001/', 'http://127.0.0.1:1', 'https://login.example.com'];
    for (const issuer of issuers)
      expect(readEnv({ OAUTH_NAVER_ISSUER: issuer, ...keys('NAVER') }).oauth.naver?.issuer).toBe(
        issuer.replace(/\/$/, ''),
      );
  });

  it('readEnv lists the SMS company and the processors of PRIVACY_PROCESSORS as data processors', () => {
    const names = (source: Record<string, string>) =>
      readEnv(source).services.processors.map(({ name, abroad }) => [name, abroad?.country]);
    expect(names({})).toEqual([]);
    const keys = { SMS_SENDER: '0200000000', SOLAPI_API_KEY: 'k', SOLAPI_API_SECRET: 's' };
    const others = '앨범 | 제작 | 배송까지; 클라우드 | 보관 | 탈퇴까지 | 미국 | privacy@cloud.example';
    expect(names({ SMS_PROVIDER: 'solapi', ...keys, PRIVACY_PROCESSORS: others })).toEqual([
      ['주식회사 솔라피', undefined],
      ['앨범', undefined],
      ['클라우드', '미국'],
    ]);
  });

  it('readEnv lists variables of earlier versions, which have no effect', () => {
    expect(readEnv({ STUDIO_NAME: '빛사진관', STUDIO_PHONE: '가나다', PORT: '3000' }).ignored).toEqual([
      'STUDIO_NAME',
      'STUDIO_PHONE',
    ]);
  });

  it('readEnv names the setting that a misspelt name in .env probably means, and no name of another program', () => {
    const file = { PROT: '80', SMS_PROVDER: 'solapi', BACKUP_FOLDER: '/mnt', PORT: '3000' };
    expect(readEnv({}, file).unknownNames).toEqual([
      'PROT(PORT?)',
      'SMS_PROVDER(SMS_PROVIDER?)',
      'BACKUP_FOLDER(BACKUP_DIR?)',
    ]);
    const foreign = {
      TZ: 'Asia/Seoul',
      HTTPS_PROXY: 'http://proxy',
      NODE_OPTIONS: '',
      npm_config_cache: '/',
    };
    expect(readEnv({}, foreign).unknownNames).toEqual([]);
  });

  it('.env.example documents every setting', async () => {
    const example = await readFile('.env.example', 'utf8');
    const names = Object.values(envVariables).flatMap((group) =>
      Object.values(group).map(({ name }) => name),
    );
    for (const name of names.filter((each) => each !== 'NODE_ENV')) expect(example).toContain(`${name}=`);
  });
});
