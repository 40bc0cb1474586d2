import { parse, serialize } from 'hono/utils/cookie';
import type { Deps } from '../deps.ts';

type CookieDeps = Pick<Deps, 'env'>;

const isSecure = ({ env }: CookieDeps): boolean => env.publicUrl.startsWith('https:');
// Browsers accept the `__Host-` prefix only from secure origins; it prevents other hosts of the domain from setting the cookie.
const fullNameOf = (deps: CookieDeps, name: string): string => (isSecure(deps) ? `__Host-${name}` : name);

/** Reads one of our cookies from the `Cookie` header; empty when it is absent. */
export const readCookie = (deps: CookieDeps, name: string, header: string | null): string => {
  const fullName = fullNameOf(deps, name);
  return parse(header ?? '', fullName)[fullName] ?? '';
};

/**
 * The `Set-Cookie` value of a cookie that scripts cannot read. `SameSite=Lax`, because the redirect back from a social login must carry the
 * cookie.
 */
export const serializeCookie = (deps: CookieDeps, name: string, value: string, maxAgeS: number): string =>
  serialize(fullNameOf(deps, name), value, {
    path: '/',
    maxAge: maxAgeS,
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(deps),
  });
