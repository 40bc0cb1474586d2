import { MessagePage } from '#core/content/web/pages/message-page.tsx';
import { useStudio } from '#core/content/web/use-studio.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';

// An empty link target reloads the current URL.
const SAME_ADDRESS = '';

/** Cached by the service worker and shown for pages that cannot be loaded. It runs without the client code, which would not load. */
export const OfflinePage = () => {
  const { phone } = useStudio();
  return (
    <MessagePage
      title="인터넷에 연결되어 있지 않습니다"
      action={
        <a href={SAME_ADDRESS} className={buttonClass()}>
          다시 시도
        </a>
      }
    >
      연결을 확인한 뒤 다시 시도해 주세요. 급한 문의는 전화({phone})로 연락해 주세요.
    </MessagePage>
  );
};
