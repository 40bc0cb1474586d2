import { Link } from 'react-router';
import type { PageTexts } from '#core/content/contract/studio.ts';
import { paths } from '#core/content/web/paths.ts';
import { Steps } from '#core/content/web/steps.tsx';

interface HowToBookProps {
  readonly texts: Pick<PageTexts['home'], 'stepsTitle' | 'steps'>;
}

export const HowToBook = ({ texts: { stepsTitle, steps } }: HowToBookProps) => (
  <section className="stack-8" aria-labelledby="steps-title">
    <h2 id="steps-title" className="title">
      {stepsTitle}
    </h2>
    <Steps steps={steps} />
    <div>
      <Link to={paths.reserve()} className="link">
        예약 안내 자세히 보기
      </Link>
    </div>
  </section>
);
