import type { Env } from '#platform/server/env.ts';
import { fail, pass, type CheckResult } from './check-result.ts';

const LOCAL = /^(localhost|127\.|0\.0\.0\.0|\[::1?\]|192\.168\.|10\.)/;

const checkUrl = ({ publicUrl, trustProxy }: Env): CheckResult[] => {
  const { protocol, host } = new URL(publicUrl);
  if (LOCAL.test(host))
    return [
      fail(
        `주소 ${publicUrl}`,
        '방문자가 접속할 주소를 PUBLIC_URL에 지정해 주세요. (예: https://studio.example.com)',
      ),
    ];
  if (protocol !== 'https:')
    return [
      fail(
        `주소 ${publicUrl}`,
        '비밀번호가 암호화되지 않고 전송됩니다. TLS를 설정하고 PUBLIC_URL을 https://로 지정해 주세요. (docs/guide/installation.md)',
      ),
    ];
  return [
    pass(`주소 ${publicUrl}`),
    trustProxy > 0
      ? pass(`서버 앞의 프록시 ${trustProxy}개`)
      : fail(
          'TRUST_PROXY=0',
          'https를 사용하려면 서버 앞에 프록시가 있어야 합니다. 프록시 수(보통 1)를 지정해야 방문자별로 요청 횟수를 제한할 수 있습니다.',
        ),
  ];
};

export const checkEnv = (env: Env): CheckResult[] => [
  ...checkUrl(env),
  env.rateLimits
    ? pass('요청 횟수를 제한합니다')
    : fail('RATE_LIMITS=off', '비밀번호를 무제한으로 시도할 수 있습니다. 이 줄을 삭제해 주세요.'),
];
