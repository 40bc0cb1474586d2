import type { ShootType } from '#contract/shoot-types.ts';

/** What each shoot is like, for its own page. */
export const descriptions: Readonly<Record<ShootType, string>> = {
  LANDSCAPE:
    '해 뜰 무렵의 안개, 바람이 지나간 억새밭, 노을이 내려앉은 바다. 같은 자리도 빛에 따라 전혀 다른 장면이 됩니다. 미리 장소를 살피고 날씨를 읽어, 가장 좋은 시간에 셔터를 누릅니다.',
  PRODUCT:
    '유리의 투명함, 가죽의 결, 도자기의 온기는 조명 하나로 달라집니다. 제품을 손에 들어 보고 쓰임을 이해한 다음, 상세 페이지와 광고에 바로 쓸 수 있는 사진으로 만들어 드립니다.',
  FOOD: '막 내린 커피의 크레마, 윤기가 도는 글레이즈는 오래 기다려 주지 않습니다. 메뉴마다 어울리는 그릇과 소품을 골라 스타일링하고, 가장 먹음직스러운 순간을 놓치지 않고 담습니다.',
  WEDDING:
    '반지와 부케, 손으로 쓴 청첩장, 서로를 바라보는 짧은 눈길까지. 꾸며 낸 장면보다 두 사람다운 순간을 따라갑니다. 예식의 규모와 장소가 저마다 다르기에, 구성과 비용은 만나서 함께 정합니다.',
};
