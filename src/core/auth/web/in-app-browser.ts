/** Apps with an in-app browser. Google rejects logins from those. */
export type InAppBrowser = 'kakaotalk' | 'naver' | 'instagram' | 'facebook' | 'line' | 'other';

const userAgentPatterns: readonly (readonly [InAppBrowser, RegExp])[] = [
  ['kakaotalk', /KAKAOTALK/i],
  ['naver', /NAVER\(inapp/i],
  ['instagram', /Instagram/],
  ['facebook', /\bFBA[NV]\b/],
  ['line', /\bLine\/\d/],
  // Android's WebView token, or an Apple device without the name of Safari or another browser.
  ['other', /; wv\)|\b(iPhone|iPad|iPod)\b(?!.*(Safari|CriOS|FxiOS|EdgiOS)\/)/],
];

/** The app whose in-app browser sent this user agent; null for a regular browser. */
export const detectInAppBrowser = (userAgent: string): InAppBrowser | null =>
  userAgentPatterns.find(([, mark]) => mark.test(userAgent))?.[0] ?? null;

/** A URL that makes the app open `page` in the default browser; null for an app without such a URL. */
export const externalBrowserUrl = (app: InAppBrowser, page: string): string | null => {
  if (app === 'kakaotalk') return `kakaotalk://web/openExternal?url=${encodeURIComponent(page)}`;
  if (app !== 'line') return null;
  const url = new URL(page);
  url.searchParams.set('openExternalBrowser', '1');
  return url.href;
};
