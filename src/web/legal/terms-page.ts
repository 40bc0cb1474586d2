import { legalPage } from './legal-page.tsx';
import { termsOf } from './terms.ts';

export const termsPage = legalPage(termsOf, {
  title: '이용약관',
  description: '홈페이지와 촬영 서비스의 이용 조건, 취소와 환불의 기준입니다.',
});
