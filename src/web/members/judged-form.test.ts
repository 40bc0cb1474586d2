import { describe, expect, it } from 'vitest';
import { beginForm, leaveAll, leaveField, mayFindFault, typeInto } from './judged-form.ts';

const start = { loginId: '', name: '김민수', agreements: { terms: false } };
const form = beginForm(start);

describe('typeInto', () => {
  it('changes that field alone, and not what was there before', () => {
    expect(typeInto(form, 'loginId', 'minsu').values).toEqual({ ...start, loginId: 'minsu' });
    expect(form.values).toBe(start);
  });

  it('counts as typed what is judged by it', () => {
    expect(typeInto(form, 'loginId', 'minsu', ['name']).typed).toEqual(new Set(['loginId', 'name']));
  });

  it('knows a field that was emptied again for one that was typed into', () => {
    const emptied = typeInto(typeInto(form, 'loginId', 'a'), 'loginId', '');
    expect(emptied.values).toEqual(start);
    expect(emptied.typed).toEqual(new Set(['loginId']));
  });
});

describe('leaveField', () => {
  it('takes what was written without a key', () => {
    const left = leaveField(form, 'loginId', 'minsu');
    expect(left.values.loginId).toBe('minsu');
    expect(left.typed).toEqual(new Set(['loginId']));
  });

  it('is no typing where nothing was written', () => {
    expect(leaveField(form, 'name', '김민수').typed).toEqual(new Set());
  });
});

describe('mayFindFault', () => {
  it('says nothing of a field that was only gone through', () => {
    expect(mayFindFault(leaveField(form, 'loginId', ''), 'loginId', false)).toBe(false);
    expect(mayFindFault(form, 'name', true)).toBe(false);
  });

  it('waits while a field is typed into until there is enough, and no longer than it is left', () => {
    const typed = typeInto(form, 'loginId', 'abc');
    expect(mayFindFault(typed, 'loginId', false)).toBe(false);
    expect(mayFindFault(typed, 'loginId', true)).toBe(true);
    expect(mayFindFault(leaveField(typed, 'loginId', 'abc'), 'loginId', false)).toBe(true);
  });

  it('waits no more in a field that was left once', () => {
    const again = typeInto(leaveField(form, 'loginId', 'minsu'), 'loginId', 'min');
    expect(mayFindFault(again, 'loginId', false)).toBe(true);
  });

  it('says everything of what was sent as it stood', () => {
    const sent = leaveAll(form);
    expect(sent.values).toBe(start);
    expect(['loginId', 'name', 'agreements'].map((name) => mayFindFault(sent, name, false))).toEqual([
      true,
      true,
      true,
    ]);
  });
});
