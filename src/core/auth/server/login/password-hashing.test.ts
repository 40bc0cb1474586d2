import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { DUMMY_HASH, hashPassword, needsRehash, verifyPassword } from './password-hashing.ts';

describe('passwords', () => {
  it('S-011 passwords are case-sensitive', async () => {
    const stored = await hashPassword('Password1');
    expect(await verifyPassword(stored, 'Password1')).toBe(true);
    expect(await verifyPassword(stored, 'password1')).toBe(false);
  });

  it('passwords are stored as argon2id hashes of the current cost, each with its own salt', async () => {
    const [one, other] = await Promise.all([hashPassword('password1'), hashPassword('password1')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(needsRehash(one)).toBe(false);
  });

  it('S-019 without a stored hash no password verifies, after the same amount of work', async () => {
    expect(needsRehash(DUMMY_HASH)).toBe(false);
    expect(await verifyPassword(null, 'password1')).toBe(false);
  });

  it('a hash of a lower cost needs a rehash', async () => {
    expect(needsRehash(await hash('password1', { memoryCost: 9_216, timeCost: 1 }))).toBe(true);
  });
});
