import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { providers } from '#contract/auth.ts';
import { loginLog, members, socialIdentities } from '#server/db/schema.ts';
import { refusalOf, testApp } from '#test/app.ts';
import {
  begin,
  consent,
  logInThrough,
  readHandOff,
  reissue,
  signInThrough,
  startProviders,
} from '#test/social-logins.ts';

const { servers, oauth } = await startProviders();
const app = await testApp({ oauth });

let count = 0;
/** Someone new, whom every provider can have. */
const person = () => ({ subject: String(4_000_000_000 + (count += 1)), nickname: '김소셜' });

describe.each(providers)('login through %s', (provider) => {
  it('S-081 asks with state, nonce and PKCE', async () => {
    const { url } = await begin(app, provider);
    console.log(url.href);
    const account = person();
    const handed = await logInThrough(app, provider, account);
    expect(handed.page).toBe('/social-extra');
  });
});
