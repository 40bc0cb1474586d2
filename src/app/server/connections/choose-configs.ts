import type { Env } from '#platform/server/env.ts';
import type { BackupBucketConfig } from '#platform/server/ports/storage/s3-backup-bucket.ts';
import type { ConnectionName, ConnectionValues } from '../../contract/connections.ts';

export type StoredValues = Partial<ConnectionValues>;

/** What the environment decides and, for the services that the environment leaves open, the admins. */
export interface Configs extends Pick<Env, 'sms' | 'mail' | 'oauth'> {
  readonly bucket: BackupBucketConfig | null;
}

/** Whether the environment decides a connection, so that admins cannot. */
export const isSetByEnv = (env: Env, name: ConnectionName): boolean => {
  const { sms, mail, oauth, backup } = env;
  const setsSms = sms.provider !== 'outbox' || sms.isChosen === true;
  const isSet: Readonly<Record<ConnectionName, boolean>> = {
    solapi: setsSms,
    sens: setsSms,
    mail: mail !== undefined,
    kakao: oauth.kakao !== undefined,
    naver: oauth.naver !== undefined,
    google: oauth.google !== undefined,
    backup: backup === undefined || backup.bucket !== null,
  };
  return !env.usesConnections || isSet[name];
};

const chooseSms = ({ sms, providerUrls }: Env, { solapi, sens }: StoredValues): Configs['sms'] => {
  if (solapi !== undefined) return { provider: 'solapi', url: providerUrls.solapi, ...solapi };
  if (sens === undefined) return sms;
  const alimtalkServiceId = sens.alimtalkServiceId || undefined;
  return { provider: 'sens', url: providerUrls.sens, ...sens, alimtalkServiceId };
};

const toSmtpConfig = ({ from, port, ...server }: ConnectionValues['mail']): Configs['mail'] => ({
  from,
  server: { ...server, port: Number(port) },
});

const chooseOauth = ({ oauth, providerUrls }: Env, stored: StoredValues): Configs['oauth'] => {
  const { kakao, naver, google } = stored;
  return {
    kakao: kakao
      ? { ...kakao, issuer: providerUrls.kakao, adminKey: kakao.adminKey || undefined }
      : oauth.kakao,
    naver: naver ? { ...naver, issuer: providerUrls.naver } : oauth.naver,
    google: google ? { ...google, issuer: providerUrls.google } : oauth.google,
  };
};

/** What an admin entered is used where the environment does not decide. */
export const chooseConfigs = (env: Env, stored: StoredValues): Configs => {
  const open: StoredValues = Object.fromEntries(
    Object.entries(stored).filter(([name]) => !isSetByEnv(env, name as ConnectionName)),
  );
  return {
    sms: chooseSms(env, open),
    mail: open.mail ? toSmtpConfig(open.mail) : env.mail,
    oauth: chooseOauth(env, open),
    bucket: open.backup ? { ...open.backup, isEntered: true } : (env.backup?.bucket ?? null),
  };
};
