import type { StoredSession } from './session.ts';

const readText = (value: unknown): string => (typeof value === 'string' ? value : '');

const readField = (value: unknown, field: string | number): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Record<string | number, unknown>)[field]
    : undefined;

/** The first place that names a role: `role`, `user.role`, `roles[0]`, `authorities[0]`. */
const readRole = (answer: unknown): string =>
  [
    readField(answer, 'role'),
    readField(readField(answer, 'user'), 'role'),
    readField(readField(answer, 'roles'), 0),
    readField(readField(answer, 'authorities'), 0),
  ]
    .map(readText)
    .find((role) => role !== '') ?? '';

/** The session that a login's answer opens; null when a token is missing. */
export const readLoginAnswer = (answer: unknown): StoredSession | null => {
  const accessToken = readText(readField(answer, 'accessToken'));
  const refreshToken = readText(readField(answer, 'refreshToken'));
  if (accessToken === '' || refreshToken === '') return null;
  return { accessToken, refreshToken, name: readText(readField(answer, 'name')), role: readRole(answer) };
};
