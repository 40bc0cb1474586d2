import { MessagePage } from './message-page.tsx';

export const ForbiddenPage = () => (
  <MessagePage title="접근 권한이 없습니다">
    이 페이지를 이용할 수 있는 계정으로 로그인하셨는지 확인해 주세요.
  </MessagePage>
);
