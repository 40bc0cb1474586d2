/** Search links of Korean map services. On a phone they may open the installed app. */
export const mapLinks = (address: string) => {
  const query = encodeURIComponent(address);
  return [
    { name: '네이버 지도', url: `https://map.naver.com/p/search/${query}` },
    { name: '카카오맵', url: `https://map.kakao.com/link/search/${query}` },
  ];
};

export const callLink = (phone: string): string => `tel:${phone.replaceAll(/[^0-9+]/g, '')}`;
