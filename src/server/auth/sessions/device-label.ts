// The first match wins: most browsers also claim to be Chrome, and Chrome claims to be Safari.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/KAKAOTALK/i, '카카오톡'],
  [/NAVER\(/i, '네이버 앱'],
  [/SamsungBrowser\//, '삼성 인터넷'],
  [/Whale\//, '웨일'],
  [/Edg(?:A|iOS)?\//, '엣지'],
  [/OPR\//, '오페라'],
  [/Firefox\/|FxiOS\//, '파이어폭스'],
  [/Chrome\/|CriOS\//, '크롬'],
  [/Version\/[\d.]+ .*Safari\//, '사파리'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, '아이폰'],
  [/iPad/, '아이패드'],
  [/Android/, '안드로이드'],
  [/Windows/, '윈도우'],
  [/CrOS/, '크롬북'],
  [/Macintosh/, '맥'],
  [/Linux/, '리눅스'],
];

const findLabel = (names: typeof BROWSERS, userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** A short label for people, such as `크롬 · 안드로이드`. A user agent can be forged, so it is never used for decisions. */
export const formatDeviceLabel = (userAgent: string): string =>
  [findLabel(BROWSERS, userAgent), findLabel(SYSTEMS, userAgent)].filter(Boolean).join(' · ') ||
  '알 수 없는 기기';

/** Hides the last octet (`203.0.113.*`). IPv6 addresses are already stored as their network prefix. */
export const maskIp = (address: string): string => address.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.*');
