import { expect, it } from 'vitest';
import { SERVICE_WORKER_URL, trustedTypesRules } from './trusted-types.ts';

it.each(['alert(1)', 'fetch("/x")', '', '{}alert(1)', 'a=1'])(
  'S-090 the string %j is rejected as a script',
  (text) => {
    expect(trustedTypesRules.createScript(text)).toBe(null);
  },
);

it('S-090 structured data is accepted as a script, because it is not executed', () => {
  expect(trustedTypesRules.createScript('{"@context":"https://schema.org"}')).toBe(
    '{"@context":"https://schema.org"}',
  );
});

it.each(['https://evil.example/a.js', '//evil.example/a.js', 'data:text/javascript,1', '/assets/a.js'])(
  'S-090 the script URL %s is rejected',
  (url) => expect(trustedTypesRules.createScriptURL(url)).toBe(null),
);

it('S-090 the service worker is accepted as a script URL', () => {
  expect(trustedTypesRules.createScriptURL(SERVICE_WORKER_URL)).toBe('/service-worker.js');
});
