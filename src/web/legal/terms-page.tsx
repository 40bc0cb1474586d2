import { useStudio } from '#web/shell/use-studio.ts';
import { LegalDocument } from './legal-document.tsx';
import { termsOf } from './terms.ts';

export const TermsPage = () => <LegalDocument text={termsOf(useStudio())} />;
