import { legalDocumentTitles } from '#contract/legal/documents.ts';
import { paths } from '#web/paths.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import type { FreshConsentState } from './use-fresh-consent.ts';

/** The tick that a form shows when a new privacy policy asks for consent. */
export const FreshConsent = ({ consent }: { consent: FreshConsentState }) =>
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
