import type { Provider } from '#platform/contract/social-providers.ts';

/** The providers' official logos: colour and path of each part. */
const symbols: Readonly<Record<Provider, Readonly<Record<string, string>>>> = {
  kakao: {
    '--kakao-symbol':
      'M9 .6C4.03.6 0 3.713 0 7.552c0 2.388 1.558 4.493 3.932 5.745l-.999 3.647c-.088.323.28.58.564.393l4.376-2.889c.37.036.745.057 1.127.057 4.97 0 9-3.113 9-6.953C18 3.713 13.97.6 9 .6Z',
  },
  naver: { '--on-naver': 'M11.702 9.634 6.113 1.6H1.5v14.8h4.798V8.366l5.589 8.034H16.5V1.6h-4.798Z' },
  google: {
    '--google-blue':
      'M17.64 9.205c0-.638-.057-1.252-.164-1.841H9v3.481h4.844a4.14 4.14 0 0 1-1.796 2.716v2.258h2.908c1.702-1.566 2.684-3.874 2.684-6.614Z',
    '--google-green':
      'M9 18c2.43 0 4.467-.806 5.956-2.181l-2.908-2.258c-.806.54-1.837.859-3.048.859-2.344 0-4.328-1.583-5.036-3.71H.957v2.332A8.997 8.997 0 0 0 9 18Z',
    '--google-yellow':
      'M3.964 10.71A5.41 5.41 0 0 1 3.682 9c0-.593.102-1.17.282-1.71V4.958H.957A8.996 8.996 0 0 0 0 9c0 1.452.348 2.827.957 4.042l3.007-2.332Z',
    '--google-red':
      'M9 3.58c1.321 0 2.508.454 3.44 1.345l2.582-2.58C13.463.891 11.426 0 9 0A8.997 8.997 0 0 0 .957 4.958L3.964 7.29C4.672 5.163 6.656 3.58 9 3.58Z',
  },
};

export const ProviderSymbol = ({ provider }: { provider: Provider }) => (
  <svg width="1.25rem" height="1.25rem" viewBox="0 0 18 18" aria-hidden="true">
    {Object.entries(symbols[provider]).map(([colour, outline]) => (
      <path key={colour} fill={`var(${colour})`} d={outline} />
    ))}
  </svg>
);
