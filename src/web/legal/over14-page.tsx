import { useStudio } from '#web/shell/use-studio.ts';
import { LegalDocument } from './legal-document.tsx';
import { over14Of } from './over14.ts';

export const Over14Page = () => <LegalDocument text={over14Of(useStudio())} />;
