import { formatNumber } from '#contract/text/format-number.ts';
import type { ShootType } from '#contract/shoot-types.ts';

export interface ShootPackage {
  readonly type: ShootType;
  /** Starting price in won; null when it is agreed on in the consultation. */
  readonly price: number | null;
  readonly summary: string;
  readonly includes: readonly string[];
}

export const packages: Readonly<Record<ShootType, ShootPackage>> = {
  LANDSCAPE: {
    type: 'LANDSCAPE',
    price: 500_000,
    summary: '빛이 머무는 시간을 기다려 담는 자연과 공간',
    includes: ['촬영 2시간', '원본 200장 이상', '보정본 10장', '앨범 1권'],
  },
  PRODUCT: {
    type: 'PRODUCT',
    price: 450_000,
    summary: '재질과 쓰임이 한눈에 보이는 제품 사진',
    includes: ['제품 최대 10점', '보정본 20장'],
  },
  FOOD: {
    type: 'FOOD',
    price: 600_000,
    summary: '한 입 먹고 싶어지는 순간의 음식 사진',
    includes: ['메뉴 5가지', '푸드 스타일링', '보정본 15장'],
  },
  WEDDING: {
    type: 'WEDDING',
    price: null,
    summary: '두 사람의 하루를 오래 남기는 웨딩 사진',
    includes: ['예식과 장소에 맞춘 구성', '사전 미팅에서 일정과 분위기 상담'],
  },
};

/** Formats a starting price as `500,000원~`, or `상담 후 안내` when there is none. */
export const formatStartingPrice = ({ price }: ShootPackage): string =>
  price === null ? '상담 후 안내' : `${formatNumber(price)}원~`;
