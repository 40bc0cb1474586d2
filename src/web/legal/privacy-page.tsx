import { useStudio } from '#web/shell/use-studio.ts';
import { LegalDocument } from './legal-document.tsx';
import { privacyOf } from './privacy.ts';

export const PrivacyPage = () => <LegalDocument text={privacyOf(useStudio())} />;
