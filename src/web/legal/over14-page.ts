import { legalPage } from './legal-page.tsx';
import { over14Of } from './over14.ts';

export const over14Page = legalPage(over14Of, {
  title: '만 14세 이상 이용 안내',
  description: '회원 가입에 만 14세 이상인지 확인하는 이유와 방법을 알려 드립니다.',
});
