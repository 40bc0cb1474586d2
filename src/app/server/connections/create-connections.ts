import { decryptText } from '#platform/server/crypto/encrypt-text.ts';
import { connections as table } from '#platform/server/db/tables.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Env } from '#platform/server/env.ts';
import type { Connections } from '#platform/server/ports/connections.ts';
import type { Log } from '#platform/server/ports/log.ts';
import { createMailer } from '#platform/server/ports/mail/create-mailer.ts';
import { createOauthProviders } from '#platform/server/ports/oauth/create-oauth-providers.ts';
import { createSms } from '#platform/server/ports/sms/create-sms.ts';
import type { Sms } from '#platform/server/ports/sms/sms.ts';
import { describeServices } from '#platform/server/services.ts';
import { connectionNames, mailboxOf, type ConnectionName } from '../../contract/connections.ts';
import { chooseConfigs, isSetByEnv, type Configs, type StoredValues } from './choose-configs.ts';

type StoreDeps = Pick<Deps, 'db' | 'authSecret'>;

const readStored = async ({ db, authSecret }: StoreDeps) => {
  const rows = await db.select({ name: table.name, sealed: table.sealed }).from(table).orderBy(table.name);
  const texts = rows.map(({ name, sealed }) => ({
    name,
    text: decryptText({ authSecret }, { purpose: 'connection', owner: name }, sealed),
  }));
  return {
    values: Object.fromEntries(
      texts.flatMap(({ name, text }) => (text === null ? [] : [[name, JSON.parse(text) as unknown]])),
    ) as StoredValues,
    unreadable: texts.flatMap(({ name, text }) => (text === null ? [name] : [])),
  };
};

/** What the environment and the admins have decided; the latter is read from the database now. For the checks of `doctor`. */
export const readConfigs = async (env: Env, deps: StoreDeps): Promise<Configs> =>
  chooseConfigs(env, (await readStored(deps)).values);

interface ConnectionsInput extends StoreDeps, Pick<Deps, 'clock'> {
  readonly log: Log;
  /** Wraps an adapter, for example to count its messages. */
  readonly watchSms?: (sms: Sms) => Sms;
  /** Prints a line for the operator. */
  readonly print: (line: string) => void;
}

/** An object that gets each property from the object that `read` returns at that time. */
const following = <T extends object>(read: () => T): T =>
  new Proxy<T>(Object.create(null) as T, { get: (_, key) => Reflect.get(read(), key) as unknown });

/**
 * Opens the connections. `ports` and `services` stay the same objects, and use what the last `refresh` read: a change needs no restart. The
 * adapters are replaced only when what the admins have set changes, because some of them keep state.
 */
export const createConnections = (
  env: Env,
  { db, authSecret, clock, log, print, watchSms = (sms) => sms }: ConnectionsInput,
) => {
  const { dataDir, publicUrl } = env;
  const open = (stored: Awaited<ReturnType<typeof readStored>>) => {
    const configs = chooseConfigs(env, stored.values);
    return {
      stored,
      bucket: configs.bucket,
      mailSender: configs.mail === undefined ? null : mailboxOf(configs.mail.from),
      sms: watchSms(createSms(configs.sms, { dataDir, clock, log, print })),
      mailer: createMailer(configs.mail, { dataDir, clock, log }),
      oauth: createOauthProviders(configs.oauth, publicUrl),
      services: describeServices(configs.sms.provider, configs.oauth, env),
    };
  };
  let current = open({ values: {}, unreadable: [] });
  let reading = Promise.resolve();

  const read = async (): Promise<void> => {
    const stored = await readStored({ db, authSecret });
    if (JSON.stringify(stored) !== JSON.stringify(current.stored)) current = open(stored);
  };

  const connections: Connections = {
    stateOf: (wanted) => {
      const name = connectionNames.find((one) => one === wanted);
      if (name === undefined) return 'NONE';
      if (isSetByEnv(env, name)) return 'ENV';
      if (current.stored.unreadable.includes(name)) return 'UNREADABLE';
      return current.stored.values[name] === undefined ? 'NONE' : 'STORED';
    },
    valuesOf: (name) => ({ ...current.stored.values[name as ConnectionName] }),
    bucket: () => current.bucket,
    mailSender: () => current.mailSender,
    // One after another, so that an older state never replaces a newer one.
    refresh: () => (reading = reading.catch(() => undefined).then(read)),
  };
  return {
    connections,
    ports: {
      sms: following(() => current.sms),
      mailer: following(() => current.mailer),
      oauth: following(() => current.oauth),
    },
    services: following(() => current.services),
  };
};
