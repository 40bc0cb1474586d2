import type { Db } from '#server/db/connection.ts';
import { insertPeople, stormIdentity } from '#test/torture/people.ts';
import type { Person } from '#test/torture/people.ts';
import { placeFresh } from '#test/torture/place-fresh.ts';
import { startBuiltServer } from './built-server.ts';
import type { BuiltServer } from './built-server.ts';

interface PeopledServer {
  readonly server: BuiltServer;
  readonly member: Person;
  readonly admin: Person;
}

const insertOne = async (db: Db, role: 'MEMBER' | 'ADMIN'): Promise<Person> => {
  const [person] = await insertPeople(db, 1, { role });
  if (person === undefined) throw new Error('nobody was inserted');
  return person;
};

/** The built server with a member and an admin, who are signed in: they are inserted before it starts. */
export const startPeopledServer = async (settings: Record<string, string> = {}): Promise<PeopledServer> => {
  const database = await placeFresh();
  const people = await database.visit(async (db) => ({
    member: await insertOne(db, 'MEMBER'),
    admin: await insertOne(db, 'ADMIN'),
  }));
  const server = await startBuiltServer({
    ...database.settings,
    ...stormIdentity,
    RATE_LIMITS: 'off',
    ...settings,
  });
  return { server, ...people };
};
