import { createHash } from 'node:crypto';
import type { ExternalOrigins } from '#server/ports/storage/storage.ts';

/** What stands inline in documents of ours: whole texts, as they are between the tags. */
export interface InlineContent {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const joinDirectives = (...lines: (string | false)[]): string =>
  lines.filter((line) => line !== false).join('; ');

const sourceHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (...all: (string | undefined)[]): string =>
  all.filter((one) => one !== undefined).join(' ');

/** Whatever is no page shows and loads nothing, even when somebody opens it by itself. */
export const apiCsp = joinDirectives(
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
);

/** A document by itself: its own inline style, and nothing else. */
export const inlineStyleCsp = (style: string): string =>
  joinDirectives(apiCsp, directive('style-src', sourceHash(style)));

/** The service worker fetches pages of its own site, and keeps one. */
export const serviceWorkerCsp = joinDirectives(apiCsp, "connect-src 'self'");

/**
 * The site's pages. Inline script and style run by hashes of what the build is known to inline, so that pages can be kept
 * and nothing that finds its way into one can run. Strings become code nowhere (Trusted Types): the browser's entry makes
 * the one policy there is, for the service worker's address.
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
