import { userInfo } from 'node:os';
import type { Change } from '#server/http/record-audit.ts';

/** Stands for the operator, who is no member, in the audit log. */
export const OPERATOR_ID = '00000000-0000-4000-8000-000000000001';

const readAccount = (): string => {
  try {
    return userInfo().username;
  } catch {
    // In a container a user may have only a number.
    return String(process.getuid?.() ?? 'unknown');
  }
};

export const changeByOperator = (now: Date): Change => ({
  member: { id: OPERATOR_ID, loginId: null },
  caller: { address: `local:${readAccount()}` },
  now,
});
