import type { Provider } from '#platform/contract/social-providers.ts';
import type { Env } from '#platform/server/env.ts';
import type { OauthClientConfig } from '#platform/server/ports/oauth/oauth-config.ts';
import type { BackupBucketConfig } from '#platform/server/ports/storage/s3-backup-bucket.ts';
import type { ConnectionName, ConnectionValues } from '../../contract/connections.ts';

export type StoredValues = Partial<ConnectionValues>;

/** What is decided for each service by the environment and, where it leaves it open, by an admin. */
export interface Configs extends Pick<Env, 'sms' | 'mail' | 'oauth'> {
  readonly bucket: BackupBucketConfig | null;
}

/** Whether the environment decides a connection, so that admins cannot. */
export const isSetByEnv = (env: Env, name: ConnectionName): boolean => {
  const { sms, mail, oauth, backup } = env;
  if (!env.usesConnections) return true;
  switch (name) {
    case 'solapi':
    case 'sens':
      return sms.provider !== 'outbox' || sms.isChosen === true;
    case 'mail':
      return mail !== undefined;
    case 'kakao':
    case 'naver':
    case 'google':
      return oauth[name] !== undefined;
    case 'backup':
      return backup === undefined || backup.bucket !== null;
  }
};

const chooseSms = ({ sms, providerUrls }: Env, { solapi, sens }: StoredValues): Configs['sms'] => {
  if (sms.provider !== 'outbox' || sms.isChosen === true) return sms;
  if (solapi !== undefined) return { provider: 'solapi', url: providerUrls.solapi, ...solapi };
  if (sens === undefined) return sms;
  const alimtalkServiceId = sens.alimtalkServiceId || undefined;
  return { provider: 'sens', url: providerUrls.sens, ...sens, alimtalkServiceId };
};

const chooseMail = (env: Env, { mail }: StoredValues): Configs['mail'] => {
  if (env.mail !== undefined || mail === undefined) return env.mail;
  const { from, port, ...server } = mail;
  return { from, server: { ...server, port: Number(port) } };
};

const chooseOauth = ({ oauth, providerUrls }: Env, stored: StoredValues): Configs['oauth'] => {
  const choose = (name: Provider): OauthClientConfig | undefined =>
    oauth[name] ?? (stored[name] && { issuer: providerUrls[name], ...stored[name] });
  return { kakao: choose('kakao'), naver: choose('naver'), google: choose('google') };
};

export const chooseConfigs = (env: Env, stored: StoredValues): Configs => {
  const open = env.usesConnections ? stored : {};
  return {
    sms: chooseSms(env, open),
    mail: chooseMail(env, open),
    oauth: chooseOauth(env, open),
    bucket: env.backup?.bucket ?? (open.backup ? { ...open.backup, isEntered: true } : null),
  };
};
