import type { ShootType } from '#contract/shoot-types.ts';

export interface ShootPackage {
  readonly type: ShootType;
  /** The starting price in won; null where it is settled in the meeting. */
  readonly price: number | null;
  /** One line for tiles and lists. */
  readonly summary: string;
  /** What the shoot is like, for its own page. */
  readonly description: string;
  readonly includes: readonly string[];
}

export const packages: Readonly<Record<ShootType, ShootPackage>> = {
  LANDSCAPE: {
    type: 'LANDSCAPE',
    price: 500_000,
    summary: '빛이 머무는 시간을 기다려 담는 자연과 공간',
    description:
      '해 뜰 무렵의 안개, 바람이 지나간 억새밭, 노을이 내려앉은 바다. 같은 자리도 빛에 따라 전혀 다른 장면이 됩니다. 미리 장소를 살피고 날씨를 읽어, 가장 좋은 시간에 셔터를 누릅니다.',
    includes: ['촬영 2시간', '원본 200장 이상', '보정본 10장', '앨범 1권'],
  },
  PRODUCT: {
    type: 'PRODUCT',
    price: 450_000,
    summary: '재질과 쓰임이 한눈에 보이는 제품 사진',
    description:
      '유리의 투명함, 가죽의 결, 도자기의 온기는 조명 하나로 달라집니다. 제품을 손에 들어 보고 쓰임을 이해한 다음, 상세 페이지와 광고에 바로 쓸 수 있는 사진으로 만들어 드립니다.',
    includes: ['제품 최대 10점', '보정본 20장'],
  },
  FOOD: {
    type: 'FOOD',
    price: 600_000,
    summary: '한 입 먹고 싶어지는 순간의 음식 사진',
    description:
      '막 내린 커피의 크레마, 윤기가 도는 글레이즈는 오래 기다려 주지 않습니다. 메뉴마다 어울리는 그릇과 소품을 골라 스타일링하고, 가장 먹음직스러운 순간을 놓치지 않고 담습니다.',
    includes: ['메뉴 5가지', '푸드 스타일링', '보정본 15장'],
  },
  WEDDING: {
    type: 'WEDDING',
    price: null,
    summary: '두 사람의 하루를 오래 남기는 웨딩 사진',
    description:
      '반지와 부케, 손으로 쓴 청첩장, 서로를 바라보는 짧은 눈길까지. 꾸며 낸 장면보다 두 사람다운 순간을 따라갑니다. 예식의 규모와 장소가 저마다 다르기에, 구성과 비용은 만나서 함께 정합니다.',
    includes: ['예식과 장소에 맞춘 구성', '사전 미팅에서 일정과 분위기 상담'],
  },
};

/** `500,000원~`, or where a price is settled in the meeting `상담 후 안내`. */
export const formatStartingPrice = ({ price }: ShootPackage): string =>
  price === null ? '상담 후 안내' : `${price.toLocaleString('ko-KR')}원~`;
