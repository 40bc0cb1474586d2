import type { Provider } from '../contract/social-providers.ts';
import { listDataProcessors, type DataProcessor } from './data-processors.ts';
import { isPrivateUrl } from './is-private-url.ts';
import { configuredProviders, type OauthConfigByProvider } from './ports/oauth/oauth-config.ts';
import type { SmsConfig } from './ports/sms/create-sms.ts';

/** The connected services, as far as the privacy policy, the login page and the desk name them. */
export interface Services {
  readonly processors: readonly DataProcessor[];
  readonly providers: readonly Provider[];
  readonly sendsSms: boolean;
  /** Where verification codes go: `OUTBOX` only while the site has a private address and no SMS provider. */
  readonly codeDelivery: 'SMS' | 'OUTBOX' | 'NONE';
}

interface Surroundings {
  /** Data processors that the environment names. */
  readonly processors: readonly DataProcessor[];
  readonly publicUrl: string;
}

export const describeServices = (
  sms: SmsConfig['provider'],
  oauth: OauthConfigByProvider,
  { processors, publicUrl }: Surroundings,
): Services => {
  const sendsSms = sms !== 'outbox';
  const withoutSms = isPrivateUrl(publicUrl) ? 'OUTBOX' : 'NONE';
  return {
    processors: listDataProcessors(sms, processors),
    providers: configuredProviders(oauth),
    sendsSms,
    codeDelivery: sendsSms ? 'SMS' : withoutSms,
  };
};
