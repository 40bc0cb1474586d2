import { createHash } from 'node:crypto';
import type { OtherOrigins } from '#server/ports/storage/storage.ts';

/** What stands inline in documents of ours: whole texts, as they are between the tags. */
export interface Inlined {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const join = (...lines: (string | false)[]): string => lines.filter((line) => line !== false).join('; ');

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const sources = (...all: (string | undefined)[]): string => all.filter((one) => one !== undefined).join(' ');

/** Whatever is no page shows and loads nothing, even when somebody opens it by itself. */
export const bareResourcePolicy = join(
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
);

/** A document by itself: its own inline style, and nothing else. */
export const styledPolicy = (style: string): string =>
  join(bareResourcePolicy, sources('style-src', hashOf(style)));

/** The service worker fetches pages of its own site, and keeps one. */
export const workerPolicy = join(bareResourcePolicy, "connect-src 'self'");

/**
 * The site's pages. Inline script and style run by hashes of what the build is known to inline, so that pages can be kept
 * and nothing that finds its way into one can run. Strings become code nowhere (Trusted Types): the browser's entry makes
 * the one policy there is, for the service worker's address.
 */
export const pagePolicy = (
  { scripts, styles }: Inlined,
  { photos, uploads }: OtherOrigins,
  publicUrl: string,
): string =>
  join(
    "default-src 'self'",
    sources('script-src', "'self'", ...scripts.map(hashOf)),
    sources('style-src', "'self'", ...styles.map(hashOf)),
    sources('img-src', "'self'", photos, 'data:', 'blob:'),
    sources('connect-src', "'self'", uploads),
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    publicUrl.startsWith('https://') && 'upgrade-insecure-requests',
  );
