/** Apps with an embedded browser, in which Google does not allow logins. */
export type InAppBrowser = 'kakaotalk' | 'naver' | 'instagram' | 'facebook' | 'line' | 'other';

const userAgentPatterns: readonly (readonly [InAppBrowser, RegExp])[] = [
  ['kakaotalk', /KAKAOTALK/i],
  ['naver', /NAVER\(inapp/i],
  ['instagram', /Instagram/],
  ['facebook', /\bFBA[NV]\b/],
  ['line', /\bLine\/\d/],
  // Android marks web views; those of iOS lack the name of Safari or another browser.
  ['other', /; wv\)|\b(iPhone|iPad|iPod)\b(?!.*(Safari|CriOS|FxiOS|EdgiOS)\/)/],
];

/** Detects the in-app browser by its user agent; null in a regular browser. */
export const detectInAppBrowser = (userAgent: string): InAppBrowser | null =>
  userAgentPatterns.find(([, mark]) => mark.test(userAgent))?.[0] ?? null;

/** Returns a URL that makes the app open a page in the regular browser; null if the app has none. */
export const externalBrowserUrl = (app: InAppBrowser, page: string): string | null => {
  if (app === 'kakaotalk') return `kakaotalk://web/openExternal?url=${encodeURIComponent(page)}`;
  if (app !== 'line') return null;
  const url = new URL(page);
  url.searchParams.set('openExternalBrowser', '1');
  return url.href;
};
