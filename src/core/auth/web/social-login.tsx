import { ExternalLink } from 'lucide-react';
import { useId, useState } from 'react';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { type Provider, providerNames } from '#platform/contract/social-providers.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { DividerHeading } from '#platform/web/ui/divider-heading.tsx';
import {
  detectInAppBrowser,
  externalBrowserUrl,
  inAppBrowsers,
  type InAppBrowser,
} from './in-app-browser.ts';
import { ProviderSymbol } from './provider-symbol.tsx';
import styles from './social-login.module.css';

const ExternalBrowserHint = ({ app }: { app: InAppBrowser }) => {
  const url = externalBrowserUrl(app, location.href);
  return (
    <div className={cx('stack-3', styles.hint)}>
      <p>
        <strong>{inAppBrowsers[app].name} 안에서는 Google 로그인을 이용할 수 없습니다.</strong> Google은 앱
        안의 브라우저에서 로그인하는 것을 제한합니다. 다른 브라우저에서 열어 주세요.
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

const ProviderButtonContent = ({ provider }: { provider: Provider }) => (
  <>
    <ProviderSymbol provider={provider} />
    <span className={styles.label}>{providerNames[provider]}로 시작하기</span>
  </>
);

const providerButtonClass = (provider: Provider): string =>
  cx('middle full', styles.button, styles[provider]);

/** Replaces the link to a provider that rejects logins in in-app browsers. A press explains where the login works. */
const UnavailableProviderButton = ({ provider, app }: { provider: Provider; app: InAppBrowser }) => {
  const [isOpen, setIsOpen] = useState(false);
  const hintId = useId();
  return (
    <>
      <button
        type="button"
        className={providerButtonClass(provider)}
        aria-expanded={isOpen}
        aria-controls={hintId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ProviderButtonContent provider={provider} />
      </button>
      <div id={hintId} role="status">
        {isOpen && <ExternalBrowserHint app={app} />}
      </div>
    </>
  );
};

interface SocialLoginProps {
  readonly title: string;
  /** Called before the browser leaves for a login provider. */
  readonly onLeave?: () => void;
}

export const SocialLogin = ({ title, onLeave }: SocialLoginProps) => {
  const { providers } = useStudio();
  const titleId = useId();
  const [app] = useState(() => detectInAppBrowser(navigator.userAgent));
  if (providers.length === 0) return null;
  return (
    <section className="stack-5" aria-labelledby={titleId}>
      <DividerHeading id={titleId}>{title}</DividerHeading>
      <ul className="stack-3">
        {providers.map((provider) => (
          <li key={provider}>
            {provider === 'google' && app !== null ? (
              <UnavailableProviderButton provider={provider} app={app} />
            ) : (
              // A full navigation, because the server redirects to the provider.
              <a
                href={paths.socialLogin(provider)}
                className={providerButtonClass(provider)}
                onClick={onLeave}
              >
                <ProviderButtonContent provider={provider} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
