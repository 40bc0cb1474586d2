import { eq } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { objectOf, type Fields } from '#core/content/contract/field.ts';
import { draftProcessors } from '#core/content/server/draft-processors.ts';
import { appError } from '#platform/contract/errors.ts';
import { encryptText } from '#platform/server/crypto/encrypt-text.ts';
import { connections } from '#platform/server/db/tables.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { validate } from '#platform/server/http/parse-request.ts';
import { completeRequest } from '#platform/server/http/repeated-requests.ts';
import { connectionFields, secretNamesOf, type ConnectionName } from '../../contract/connections.ts';

/** SMS are sent by one provider: connecting one disconnects the other. */
const otherOf: Partial<Record<ConnectionName, ConnectionName>> = { solapi: 'sens', sens: 'solapi' };

const assertOpen = ({ connections: { stateOf } }: Deps, name: ConnectionName): void => {
  if (stateOf(name) === 'ENV')
    throw appError('INVALID_INPUT', {
      message: '서버의 환경 변수로 설정되어 있어 여기서 변경할 수 없습니다.',
    });
};

/**
 * The values with the stored secrets in the place of empty ones. A secret that is sent to a server is not kept for another server: an admin
 * who cannot read it could have it sent to a server of their own.
 */
const keepSecrets = (deps: Deps, name: ConnectionName, values: Readonly<Record<string, string>>) => {
  const stored = deps.connections.valuesOf(name);
  if (stored['host'] !== values['host']?.trim()) return values;
  const secrets = secretNamesOf(name).map((secret) => [secret, values[secret] || stored[secret]]);
  return { ...values, ...(Object.fromEntries(secrets) as Record<string, string>) };
};

/**
 * Encrypts and stores the values of a connection, and uses them from then on. When the published privacy policy lacks a data processor,
 * drafts a version that names it, unless there is a draft already. Throws INVALID_INPUT, also when the environment decides the
 * connection.
 */
export const saveConnection = async (
  deps: Deps,
  name: ConnectionName,
  entered: Readonly<Record<string, string>>,
  change: AuditContext,
): Promise<void> => {
  assertOpen(deps, name);
  const values = validate<object>(objectOf<Fields>(connectionFields[name]), keepSecrets(deps, name, entered));
  const sealed = encryptText(deps, { purpose: 'connection', owner: name }, JSON.stringify(values));
  const row = { sealed, changedAt: change.now };
  await deps.db.transaction(async (tx) => {
    const other = otherOf[name];
    if (other !== undefined) await tx.delete(connections).where(eq(connections.name, other));
    await tx
      .insert(connections)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: connections.name, set: row });
    await recordAudit(tx, change, { action: 'SAVE_CONNECTION', target: `connection:${name}` });
    // A repeat of the request fails when it has a code of the second factor, because each code is accepted once.
    await completeRequest(tx);
  });
  await deps.connections.refresh();
  await draftProcessors(deps.db, deps.env.services.processors, change.now);
};

/** Deletes what was entered. Throws INVALID_INPUT when the environment decides the connection. */
export const removeConnection = async (
  deps: Deps,
  name: ConnectionName,
  change: AuditContext,
): Promise<void> => {
  assertOpen(deps, name);
  await deps.db.transaction(async (tx) => {
    const removed = await tx.delete(connections).where(eq(connections.name, name)).returning();
    if (removed.length > 0)
      await recordAudit(tx, change, { action: 'REMOVE_CONNECTION', target: `connection:${name}` });
    await completeRequest(tx);
  });
  await deps.connections.refresh();
};
