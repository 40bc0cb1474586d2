import { useState } from 'react';
import { consentEndpoints } from '#contract/legal/consents.ts';
import { ApiError } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';

const NOT_TICKED = '내용을 확인하고 동의해 주세요.';

/**
 * The consent to a privacy policy that collects more than the one the member agreed to. A form asks for it after the server has
 * refused a request with CONSENT_NEEDED.
 */
export const useFreshConsent = () => {
  const [version, setVersion] = useState<number | null>(null);
  const [isAgreed, setIsAgreed] = useState(false);
  const [error, setError] = useState<string>();

  /** Sends the tick, if one is asked for. False when it is missing. */
  const give = async (): Promise<boolean> => {
    if (version === null) return true;
    setError(isAgreed ? undefined : NOT_TICKED);
    if (!isAgreed) return false;
    const body = { privacyVersion: version };
    const { privacyVersion } = await browserApi.call(consentEndpoints.giveConsent, { body });
    setVersion(privacyVersion);
    return privacyVersion === null;
  };

  /** Asks for the tick when that is why a request failed. */
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
export type FreshConsentState = ReturnType<typeof useFreshConsent>;
