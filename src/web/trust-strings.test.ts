import { expect, it } from 'vitest';
import { SERVICE_WORKER, trustRules } from './trust-strings.ts';

it.each(['alert(1)', 'fetch("/x")', '', '{}alert(1)', 'a=1'])('S-090 %j becomes no script', (text) => {
  expect(trustRules.createScript(text)).toBe(null);
});

it('S-090 what search engines are told may be written, as it can do nothing', () => {
  expect(trustRules.createScript('{"@context":"https://schema.org"}')).toBe(
    '{"@context":"https://schema.org"}',
  );
});

it.each(['https://evil.example/a.js', '//evil.example/a.js', 'data:text/javascript,1', '/assets/a.js'])(
  'S-090 %s is loaded as no script by name',
  (url) => expect(trustRules.createScriptURL(url)).toBe(null),
);

it('S-090 the service worker is', () => {
  expect(trustRules.createScriptURL(SERVICE_WORKER)).toBe('/service-worker.js');
});
