import * as fc from 'fast-check';
import { indexablePaths } from '#app/server/site/site-pages.ts';
import { hostileBody, hostileText } from './hostile-inputs.ts';
import { hostileHeaders, urlEncoded, type RawRequest } from './raw-request.ts';

const hostile = urlEncoded(hostileText);

const splitWords = (text: string): string[] => text.trim().split(/\s+/);

/** Pages, files and other paths outside the API. */
const knownPaths: readonly string[] = [
  ...indexablePaths,
  ...splitWords(`
    /category/ /question /question/ /question/edit/ /login /register /oauth-success /social-extra /reserve/date /my-info
    /admin/reservations/ /admin/questions /api /api/ /api/unknown/ /api/docs /api/openapi.json /api/question/
    /livez /healthz /photos/ /uploads/staging/ /oauth2/authorization/ /oauth2/authorization/kakao
    /login/oauth2/code/ /login/oauth2/code/kakao /robots.txt /sitemap.xml /site.webmanifest /assets/`),
];

/** Paths that no browser requests. */
const malformedPaths: readonly string[] = splitWords(`
  // //evil.example/ /\\evil.example /.. /../../etc/passwd /%2e%2e/%2e%2e/etc/passwd /.env /.git/config /%00 /% /%ff /? /;
  /assets/../server/main.js /assets/%2e%2e/%2e%2e/server/main.js /%0d%0aset-cookie:a=b * http://evil.example/
  /${'a/'.repeat(2_000)}`);

const names = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...splitWords('keyword field page cursor category date next name accessToken state code error'),
    ),
  },
  { weight: 1, arbitrary: hostile },
);

const query = fc
  .array(fc.tuple(names, hostile), { maxLength: 3 })
  .map((pairs) =>
    pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`,
  );

const path = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom(...knownPaths), fc.option(hostile, { nil: '' }), query)
      .map(([place, more, search]) => `${place}${more}${search}`),
  },
  { weight: 1, arbitrary: hostile.map((text) => `/${text}`) },
  { weight: 1, arbitrary: fc.constantFrom(...malformedPaths) },
);

/** Generates requests to paths outside the API. */
export const nonApiRequest: fc.Arbitrary<RawRequest> = fc.record({
  role: fc.constant('guest' as const),
  method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
  path,
  headers: hostileHeaders,
  body: fc.option(hostileBody, { nil: undefined, freq: 4 }),
});
