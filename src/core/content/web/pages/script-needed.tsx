import { useLocation } from 'react-router';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { callLink } from '../contact-links.ts';
import { useStudio } from '../use-studio.ts';
import { LOAD_FAILURE_ID } from './load-failure-id.ts';
import styles from './page-skeleton.module.css';

/** Tells visitors of a page that works only with client code that the code is switched off or failed to load. */
export const ScriptNeeded = ({ heading: Heading }: { heading: 'h1' | 'h2' }) => {
  const { phone } = useStudio();
  const currentLocation = useLocation();
  return (
    <>
      <noscript>
        <Heading className={styles.message}>이 화면은 자바스크립트를 켜야 볼 수 있습니다</Heading>
        <p>브라우저 설정에서 자바스크립트를 켜 주세요.</p>
        <p>
          전화 문의: <a href={callLink(phone)}>{phone}</a>
        </p>
      </noscript>
      {/* Shown when the client code fails to load. */}
      <div id={LOAD_FAILURE_ID} className={styles.failure} role="alert" hidden>
        <Heading className={styles.message}>페이지를 불러오지 못했습니다</Heading>
        <ButtonLink to={currentLocation} reloadDocument variant="secondary">
          다시 시도
        </ButtonLink>
      </div>
    </>
  );
};
