import { createHash } from 'node:crypto';
import type { ExternalOrigins } from '../../ports/storage/storage.ts';

/** The inline scripts and styles of the site's pages: the exact text between the tags, which the CSP hashes. */
interface InlineContent {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const sourceHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' ');

/** For most responses that are not pages: blocks all resources, forms and frames, in case a browser displays the response. */
export const apiCsp = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For simple pages: allows a single inline style and nothing else. */
export const inlineStyleCsp = (style: string): string => `${apiCsp}; style-src ${sourceHash(style)}`;

/** For the service worker, which fetches pages of the site. */
export const serviceWorkerCsp = `${apiCsp}; connect-src 'self'`;

/**
 * For the site's pages. Inline scripts and styles are allowed by their hashes, so that pages can be cached and injected scripts cannot
 * run. Trusted Types prevent strings from becoming code: the browser entry creates the only policy, which
 * accepts the URL of the service worker and, as scripts, JSON.
 */
export const pageCsp = (
  { scripts, styles }: InlineContent,
  { photos, uploads }: ExternalOrigins,
  publicUrl: string,
): string =>
  [
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
    ...(publicUrl.startsWith('https://') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
