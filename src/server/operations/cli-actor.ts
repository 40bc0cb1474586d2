import { userInfo } from 'node:os';
import type { AuditContext } from '#server/http/audit-log.ts';

/** Represents the operator, who is not a member, in the audit log. */
export const CLI_ACTOR_ID = '00000000-0000-4000-8000-000000000001';

const readAccount = (): string => {
  try {
    return userInfo().username;
  } catch {
    // In a container a user may have no name, only an id.
    return String(process.getuid?.() ?? 'unknown');
  }
};

export const cliAuditContext = (now: Date): AuditContext => ({
  member: { id: CLI_ACTOR_ID, loginId: null },
  caller: { ip: `local:${readAccount()}` },
  now,
});
