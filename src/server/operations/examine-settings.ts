import { providers } from '#contract/auth.ts';
import type { Env } from '#server/env.ts';
import { redirectUriOf } from '#server/ports/oauth/create-providers.ts';
import { bad, good } from './finding.ts';
import type { Finding } from './finding.ts';

const LOCAL = /^(localhost|127\.|0\.0\.0\.0|\[::1?\]|192\.168\.|10\.)/;

const examineAddress = ({ publicUrl, trustProxy }: Env): Finding[] => {
  const { protocol, host } = new URL(publicUrl);
  if (LOCAL.test(host))
    return [
      bad(
        `주소 ${publicUrl}`,
        '손님이 들어올 주소를 PUBLIC_URL에 정해 주세요. (예: https://studio.example.com)',
      ),
    ];
  if (protocol !== 'https:')
    return [
      bad(
        `주소 ${publicUrl}`,
        '비밀번호가 그대로 지나갑니다. TLS를 두고 PUBLIC_URL을 https://로 정해 주세요. (deploy/README.md)',
      ),
    ];
  return [
    good(`주소 ${publicUrl}`),
    trustProxy > 0
      ? good(`앞의 프록시 ${trustProxy}개`)
      : bad('TRUST_PROXY=0', 'https면 앞에 프록시가 있습니다. 그 수(보통 1)를 정해야 손님마다 따로 셉니다.'),
  ];
};

const SMS_NAMES = { solapi: '솔라피', sens: '네이버 클라우드 SENS' };

const examineSms = ({ sms, alertPhone }: Env): Finding[] => [
  sms.provider === 'outbox'
    ? bad(
        '문자를 보내지 않습니다',
        '인증번호가 손님에게 가지 않습니다. SMS_PROVIDER를 정해 주세요. (docs/sms.md)',
      )
    : good(
        `문자 ${SMS_NAMES[sms.provider]}, 발신번호와 키가 있습니다`,
        '발신번호 등록과 잔액은 그곳에서 확인해 주세요.',
      ),
  alertPhone === undefined
    ? good('새 문의를 문자로 알리지 않습니다', '알리려면 ALERT_PHONE을 정해 주세요.')
    : good('새 문의를 문자로 알립니다'),
];

const PROVIDER_NAMES = { kakao: '카카오', naver: '네이버', google: 'Google' };

const examineOauth = ({ oauth, publicUrl }: Env): Finding[] =>
  providers.map((provider) => {
    const name = PROVIDER_NAMES[provider];
    const settings = oauth[provider];
    const place = `돌아올 주소: ${redirectUriOf(publicUrl, provider)}`;
    if (settings === undefined) return good(`${name} 로그인을 쓰지 않습니다`, place);
    if (settings.issuer !== undefined)
      return bad(
        `${name} 로그인이 시험용 서버를 씁니다`,
        `OAUTH_${provider.toUpperCase()}_ISSUER를 지워 주세요.`,
      );
    if (provider === 'kakao' && settings.adminKey === undefined)
      return bad(
        `${name} 로그인의 어드민 키가 없습니다`,
        'OAUTH_KAKAO_ADMIN_KEY가 있어야 탈퇴한 회원의 연결을 끊습니다.',
      );
    return good(`${name} 로그인의 키가 있습니다`, place);
  });

/** What the settings mean for visitors, once they can be read at all. */
export const examineSettings = (env: Env): Finding[] => [
  env.placeholders.length === 0
    ? good('스튜디오 정보를 모두 정했습니다')
    : bad('스튜디오 정보가 보기 그대로입니다', `정해 주세요: ${env.placeholders.join(', ')}`),
  ...examineAddress(env),
  env.rateLimits
    ? good('요청 횟수를 제한합니다')
    : bad('RATE_LIMITS=off', '비밀번호를 끝없이 맞혀 볼 수 있습니다. 이 줄을 지워 주세요.'),
  ...examineSms(env),
  ...examineOauth(env),
];
