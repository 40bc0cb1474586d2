import { describe, expect, it } from 'vitest';
import { describedTables } from './described-tables.ts';
import { features, purposes } from './features.ts';

const duplicatesOf = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

describe('the features together', () => {
  it('no two features declare the same kind of message', () => {
    const names = features.flatMap(({ messages = {} }) => Object.keys(messages));
    expect(names).toContain('MESSAGES_REFUSED');
    expect(duplicatesOf(names)).toEqual([]);
  });

  it('no two purposes of the privacy policy have the same name', () => {
    expect(duplicatesOf(purposes.map(({ name }) => name))).toEqual([]);
  });

  it('every purpose that a column is held for is in the privacy policy', () => {
    const known = new Set(purposes.map(({ name }) => name));
    const named = describedTables.flatMap(({ holds = {} }) => Object.keys(holds));
    expect(named).toContain('회원가입');
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});
