import { ExternalLink } from 'lucide-react';
import { buttonClass } from '#web/ui/button.tsx';
import { externalBrowserUrl, type InAppBrowser } from './in-app-browser.ts';
import styles from './social-login.module.css';

const appNames: Readonly<Record<InAppBrowser, string>> = {
  kakaotalk: '카카오톡',
  naver: '네이버 앱',
  instagram: '인스타그램',
  facebook: '페이스북',
  line: '라인',
  other: '이 앱',
};

export const ExternalBrowserHint = ({ app }: { app: InAppBrowser }) => {
  const url = externalBrowserUrl(app, location.href);
  return (
    <div className={styles.hint}>
      <p>
        <strong>{appNames[app]} 안에서는 Google 로그인을 이용할 수 없습니다.</strong> Google은 앱 안의
        브라우저에서 로그인하는 것을 제한합니다. 다른 브라우저에서 열어 주세요.
      </p>
      {url === null ? (
        <p>화면의 메뉴(⋮ 또는 공유 버튼)에서 ‘다른 브라우저로 열기’나 ‘Safari로 열기’를 눌러 주세요.</p>
      ) : (
        <a href={url} className={buttonClass({ variant: 'secondary' })}>
          <ExternalLink size={18} aria-hidden="true" />
          다른 브라우저로 열기
        </a>
      )}
    </div>
  );
};
