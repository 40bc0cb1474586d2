const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: purpose === 'any' ? `/icon-${size}.png` : `/icon-maskable-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** Builds the web app manifest as JSON. The colours are those of the light theme. */
export const buildManifest = (name: string): string =>
  JSON.stringify({
    id: '/',
    name,
    short_name: name,
    description: '사진과 가격을 둘러보고 사전 미팅을 예약하세요.',
    lang: 'ko',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#faf8f5',
    theme_color: '#faf8f5',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
    shortcuts: [
      { name: '예약', url: '/reserve' },
      { name: '예약 내역', url: '/reservation-history' },
    ],
  });
