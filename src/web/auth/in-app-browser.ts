/** Apps that show pages in a browser of their own, where Google refuses to log anyone in. */
export type InAppBrowser = 'kakaotalk' | 'naver' | 'instagram' | 'facebook' | 'line' | 'other';

const userAgentPatterns: readonly (readonly [InAppBrowser, RegExp])[] = [
  ['kakaotalk', /KAKAOTALK/i],
  ['naver', /NAVER\(inapp/i],
  ['instagram', /Instagram/],
  ['facebook', /\bFBA[NV]\b/],
  ['line', /\bLine\/\d/],
  // Android's mark of a web view; Apple's has neither Safari's nor another browser's name.
  ['other', /; wv\)|\b(iPhone|iPad|iPod)\b(?!.*(Safari|CriOS|FxiOS|EdgiOS)\/)/],
];

/** The app around this page, by what its browser says of itself; null in a browser proper. */
export const detectInAppBrowser = (userAgent: string): InAppBrowser | null =>
  userAgentPatterns.find(([, mark]) => mark.test(userAgent))?.[0] ?? null;

/** An address that makes the app open a page in the browser proper; null where no app knows one. */
export const externalBrowserUrl = (app: InAppBrowser, page: string): string | null => {
  if (app === 'kakaotalk') return `kakaotalk://web/openExternal?url=${encodeURIComponent(page)}`;
  if (app !== 'line') return null;
  const url = new URL(page);
  url.searchParams.set('openExternalBrowser', '1');
  return url.href;
};
