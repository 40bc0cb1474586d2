import type { Db } from '#platform/server/db/database.ts';
import { insertSignedInUsers, testIdentity, type SignedInUser } from '#test/factories/signed-in-users.ts';
import { startBuiltServer, type BuiltServer } from './built-server.ts';
import { createServerDatabase } from './create-server-database.ts';

interface ServerWithUsers {
  readonly server: BuiltServer;
  readonly member: SignedInUser;
  readonly admin: SignedInUser;
}

const insertOneUser = async (db: Db, role: 'MEMBER' | 'ADMIN'): Promise<SignedInUser> => {
  const [person] = await insertSignedInUsers(db, 1, { role });
  if (person === undefined) throw new Error('nobody was inserted');
  return person;
};

/** Starts the built server with a signed-in member and admin, inserted before it starts. */
export const startServerWithUsers = async (env: Record<string, string> = {}): Promise<ServerWithUsers> => {
  const database = await createServerDatabase();
  const people = await database.withDb(async (db) => ({
    member: await insertOneUser(db, 'MEMBER'),
    admin: await insertOneUser(db, 'ADMIN'),
  }));
  const server = await startBuiltServer({
    ...database.env,
    ...testIdentity,
    RATE_LIMITS: 'off',
    ...env,
  });
  return { server, ...people };
};
