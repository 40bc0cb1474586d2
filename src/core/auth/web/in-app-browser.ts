/** Apps with an in-app browser, and what marks its user agent. Google rejects logins from those. */
export const inAppBrowsers = {
  kakaotalk: { name: '카카오톡', mark: /KAKAOTALK/i },
  naver: { name: '네이버 앱', mark: /NAVER\(inapp/i },
  instagram: { name: '인스타그램', mark: /Instagram/ },
  facebook: { name: '페이스북', mark: /\bFBA[NV]\b/ },
  line: { name: '라인', mark: /\bLine\/\d/ },
  // Android's WebView token, or an Apple device without the name of Safari or another browser.
  other: { name: '이 앱', mark: /; wv\)|\b(iPhone|iPad|iPod)\b(?!.*(Safari|CriOS|FxiOS|EdgiOS)\/)/ },
};
export type InAppBrowser = keyof typeof inAppBrowsers;

const apps = Object.keys(inAppBrowsers) as InAppBrowser[];

/** The app whose in-app browser sent this user agent; null for a regular browser. */
export const detectInAppBrowser = (userAgent: string): InAppBrowser | null =>
  apps.find((app) => inAppBrowsers[app].mark.test(userAgent)) ?? null;

/** A URL that makes the app open `page` in the default browser; null for an app without such a URL. */
export const externalBrowserUrl = (app: InAppBrowser, page: string): string | null => {
  if (app === 'kakaotalk') return `kakaotalk://web/openExternal?url=${encodeURIComponent(page)}`;
  if (app !== 'line') return null;
  const url = new URL(page);
  url.searchParams.set('openExternalBrowser', '1');
  return url.href;
};
