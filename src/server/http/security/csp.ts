import { createHash } from 'node:crypto';
import type { ExternalOrigins } from '#server/ports/storage/storage.ts';

/** The inline scripts and styles of our documents, exactly as between their tags. */
export interface InlineContent {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const joinDirectives = (...lines: (string | false)[]): string =>
  lines.filter((line) => line !== false).join('; ');

const sourceHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (...all: (string | undefined)[]): string =>
  all.filter((one) => one !== undefined).join(' ');

/** The policy for everything but pages: shows and loads nothing, even when opened directly. */
export const apiCsp = joinDirectives(
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
);

/** The policy of a self-contained document: its own inline style only. */
export const inlineStyleCsp = (style: string): string =>
  joinDirectives(apiCsp, directive('style-src', sourceHash(style)));

/** The policy of the service worker, which fetches and caches pages of its own site. */
export const serviceWorkerCsp = joinDirectives(apiCsp, "connect-src 'self'");

/**
 * The policy of the site's pages. Inline scripts and styles are allowed by the hashes of what the build inlines, so pages can be cached
 * and injected scripts do not run. Trusted Types forbid turning strings into code; the only Trusted Types policy is for the service
 * worker's URL.
 */
export const pageCsp = (
  { scripts, styles }: InlineContent,
  { photos, uploads }: ExternalOrigins,
  publicUrl: string,
): string =>
  joinDirectives(
    "default-src 'self'",
    directive('script-src', "'self'", ...scripts.map(sourceHash)),
    directive('style-src', "'self'", ...styles.map(sourceHash)),
    directive('img-src', "'self'", photos, 'data:', 'blob:'),
    directive('connect-src', "'self'", uploads),
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    publicUrl.startsWith('https://') && 'upgrade-insecure-requests',
  );
