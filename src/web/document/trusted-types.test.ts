import { expect, it } from 'vitest';
import { SERVICE_WORKER_URL, trustedTypesRules } from './trusted-types.ts';

it.each(['alert(1)', 'fetch("/x")', '', '{}alert(1)', 'a=1'])(
  'S-090 Trusted Types reject %j as a script',
  (text) => {
    expect(trustedTypesRules.createScript(text)).toBe(null);
  },
);

it('S-090 Trusted Types allow JSON-LD', () => {
  expect(trustedTypesRules.createScript('{"@context":"https://schema.org"}')).toBe(
    '{"@context":"https://schema.org"}',
  );
});

it.each(['https://evil.example/a.js', '//evil.example/a.js', 'data:text/javascript,1', '/assets/a.js'])(
  'S-090 %s is loaded as no script by name',
  (url) => expect(trustedTypesRules.createScriptURL(url)).toBe(null),
);

it('S-090 Trusted Types allow the service worker URL', () => {
  expect(trustedTypesRules.createScriptURL(SERVICE_WORKER_URL)).toBe('/service-worker.js');
});
