import { describe, expect, it } from 'vitest';
import { allEndpoints } from './api.ts';
import { describedTables } from './described-tables.ts';
import { features, purposes, sections } from './features.ts';

const duplicatesOf = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

describe('the features together', () => {
  it('no endpoint has the tag and name of another', () => {
    const declared = features.flatMap(({ endpoints = {} }) =>
      Object.entries(endpoints).flatMap(([tag, group]) => Object.keys(group).map((name) => `${tag}.${name}`)),
    );
    expect(declared).toContain('reservations.createReservation');
    expect(duplicatesOf(declared)).toEqual([]);
  });

  it('no two sections have the same name or place, and no two daily jobs the same name', () => {
    expect(sections.length).toBeGreaterThan(10);
    expect(duplicatesOf(sections.map(({ definition }) => definition.name))).toEqual([]);
    expect(duplicatesOf(sections.map(({ definition }) => String(definition.position)))).toEqual([]);
    expect(duplicatesOf(features.flatMap(({ dailyJobs = {} }) => Object.keys(dailyJobs)))).toEqual([]);
  });

  // A tag with a spelling of its own would leave a cache stale.
  it('every kind of data that a call changes is read by another call, and the reverse', () => {
    const tagsOf = (side: 'reads' | 'changes'): string[] =>
      [...new Set(allEndpoints.flatMap((endpoint) => endpoint[side] ?? []))].sort();
    expect(tagsOf('changes')).toContain('reservations');
    expect(tagsOf('changes')).toEqual(tagsOf('reads'));
  });

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
