import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { DUMMY_HASH, hashPassword, needsRehash, verifyPassword } from './password-hashing.ts';

describe('passwords', () => {
  it('S-011 are told apart by case', async () => {
    const stored = await hashPassword('Password1');
    expect(await verifyPassword(stored, 'Password1')).toBe(true);
    expect(await verifyPassword(stored, 'password1')).toBe(false);
  });

  it('are stored as argon2id of today’s cost, each with a salt of its own', async () => {
    const [one, other] = await Promise.all([hashPassword('password1'), hashPassword('password1')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(needsRehash(one)).toBe(false);
  });

  it('S-019 never verify without a stored one, after work of the same cost', async () => {
    expect(needsRehash(DUMMY_HASH)).toBe(false);
    expect(await verifyPassword(null, 'password1')).toBe(false);
  });

  it('of a lower cost are to be hashed again', async () => {
    expect(needsRehash(await hash('password1', { memoryCost: 9_216, timeCost: 1 }))).toBe(true);
  });
});
