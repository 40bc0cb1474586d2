import { useState } from 'react';
import { ApiError } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { consentEndpoints } from '../../contract/legal/consents.ts';
import { legalDocumentTitles } from '../../contract/legal/documents.ts';
import { paths } from '../paths.ts';

/**
 * The consent to a privacy policy that collects more than the one the member agreed to. A form asks for it after the server has
 * refused a request with CONSENT_NEEDED.
 */
export const useFreshConsent = () => {
  const [version, setVersion] = useState<number | null>(null);
  const [isAgreed, setIsAgreed] = useState(false);
  const [error, setError] = useState<string>();

  /** Sends the consent, if the form asks for one. Resolves to false when a consent is still missing, and rejects when the request fails. */
  const give = async (): Promise<boolean> => {
    if (version === null) return true;
    setError(isAgreed ? undefined : '내용을 확인하고 동의해 주세요.');
    if (!isAgreed) return false;
    const body = { privacyVersion: version };
    const { privacyVersion } = await browserApi.call(consentEndpoints.giveConsent, { body });
    setVersion(privacyVersion);
    return privacyVersion === null;
  };

  /** Asks for the consent when a request failed because it was missing. */
  const askAfter = async (failure: unknown): Promise<void> => {
    if (!(failure instanceof ApiError && failure.code === 'CONSENT_NEEDED')) return;
    try {
      setVersion((await browserApi.call(consentEndpoints.consentRequest, {})).privacyVersion);
    } catch {
      // The form shows the failure of the request itself; sending it again asks again.
    }
  };

  const agree = (value: boolean): void => {
    setIsAgreed(value);
    setError(undefined);
  };

  return { version, isAgreed, agree, error, give, askAfter };
};

/** The checkbox that a form shows when a new privacy policy asks for consent. */
export const FreshConsent = ({ consent }: { consent: ReturnType<typeof useFreshConsent> }) =>
  consent.version !== null && (
    <Checkbox
      label={`바뀐 ${legalDocumentTitles.privacy}에 동의합니다`}
      checked={consent.isAgreed}
      onChange={({ target }) => consent.agree(target.checked)}
      error={consent.error}
      aside={
        // Opens in a new tab, so that the form keeps its input.
        <a
          href={paths.legalDocument('privacy')}
          target="_blank"
          rel="noopener"
          className="link"
          aria-label={`${legalDocumentTitles.privacy} 보기 (새 창)`}
        >
          보기
        </a>
      }
    />
  );
