import { providers, type Provider } from '../contract/social-providers.ts';
import type { DataProcessor } from './data-processors.ts';
import { isPrivateUrl } from './is-private-url.ts';
import type { OauthConfigByProvider } from './ports/oauth/oauth-config.ts';
import type { SmsConfig } from './ports/sms/create-sms.ts';

/** The connected services, as far as pages and messages depend on them. */
export interface Services {
  /** The SMS company, if one is configured, and the processors that the environment names. */
  readonly processors: readonly DataProcessor[];
  readonly providers: readonly Provider[];
  readonly sendsSms: boolean;
  /** Where verification codes go: `OUTBOX` only while the site has a private address and no SMS provider. */
  readonly codeDelivery: 'SMS' | 'OUTBOX' | 'NONE';
}

const smsCompanies = { solapi: '주식회사 솔라피', sens: '네이버클라우드 주식회사' } as const;

/** `processors` are those that the environment names. */
export const describeServices = (
  sms: SmsConfig['provider'],
  oauth: OauthConfigByProvider,
  { processors, publicUrl }: Pick<Services, 'processors'> & { readonly publicUrl: string },
): Services => {
  const sendsSms = sms !== 'outbox';
  const withoutSms = isPrivateUrl(publicUrl) ? 'OUTBOX' : 'NONE';
  const work = '인증번호와 예약·문의 안내 문자 발송';
  const company = sendsSms ? [{ name: smsCompanies[sms], work, period: '발송 완료 시까지' }] : [];
  return {
    processors: [...company, ...processors],
    providers: providers.filter((provider) => oauth[provider] !== undefined),
    sendsSms,
    codeDelivery: sendsSms ? 'SMS' : withoutSms,
  };
};
