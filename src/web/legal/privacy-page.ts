import { legalPage } from './legal-page.tsx';
import { privacyOf } from './privacy.ts';

export const privacyPage = legalPage(privacyOf, {
  title: '개인정보처리방침',
  description: '어떤 개인정보를 왜 받고, 얼마나 보관하고, 어떻게 지우는지 알려 드립니다.',
});
