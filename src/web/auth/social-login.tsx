import { useId, useState } from 'react';
import type { Provider } from '#contract/members/social-providers.ts';
import { paths } from '#web/paths.ts';
import { useStudio } from '#web/shell/use-studio.ts';
import { DividerHeading } from '#web/ui/divider-heading.tsx';
import { cx } from '#web/ui/cx.ts';
import { ExternalBrowserHint } from './external-browser-hint.tsx';
import { detectInAppBrowser, type InAppBrowser } from './in-app-browser.ts';
import { providerNames } from './provider-names.ts';
import { ProviderSymbol } from './provider-symbol.tsx';
import styles from './social-login.module.css';

const ProviderButtonContent = ({ provider }: { provider: Provider }) => (
  <>
    <ProviderSymbol provider={provider} />
    <span className={styles.label}>{providerNames[provider]}로 시작하기</span>
  </>
);

const providerButtonClass = (provider: Provider): string => cx(styles.button, styles[provider]);

/** Replaces a button that the provider would reject in an in-app browser. A press explains where the login works. */
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
  /** Called before the browser leaves the page. */
  readonly onLeave?: () => void;
}

export const SocialLogin = ({ title, onLeave }: SocialLoginProps) => {
  const { providers } = useStudio();
  const titleId = useId();
  const [app] = useState(() => detectInAppBrowser(navigator.userAgent));
  if (providers.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <DividerHeading id={titleId}>{title}</DividerHeading>
      <ul className={styles.list}>
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
