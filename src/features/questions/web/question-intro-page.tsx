import { callLink } from '#core/content/web/contact-links.ts';
import type { PageMeta } from '#core/content/web/page-meta.ts';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { WidePage } from '#platform/web/ui/wide-page.tsx';
import styles from './question-intro-page.module.css';

const introPoints = [
  {
    term: '이런 점을 물어보세요',
    text: '촬영 구성과 가격, 장소와 준비물, 예약 변경 등 궁금한 점은 무엇이든 좋습니다.',
  },
  {
    term: '먼저 읽어 보세요',
    text: '다른 분들의 공개 문의와 답변을 누구나 볼\u00a0수 있습니다. 찾으시는 답변이 이미 있을 수도 있습니다.',
  },
  {
    term: '이름은 일부만 표시됩니다',
    text: '작성자의 이름은 일부를 가려 표시합니다. 비밀글로 등록하면 작성자와 스튜디오만 볼\u00a0수 있습니다.',
  },
] as const;

export const questionIntroMeta: PageMeta = {
  title: '1:1 문의',
  description: '촬영과 예약에 대해 궁금한 점을 물어보세요. 다른 분들의 문의와 답변도 읽을 수 있습니다.',
};

export const QuestionIntroPage = () => {
  const { phone, email } = useStudio();
  return (
    <WidePage
      title="1:1 문의"
      lead="촬영과 예약에 대해 궁금한 점을 물어보세요. 스튜디오에서 직접 확인하고 답변해 드립니다."
    >
      <dl className={cx('stack-6', styles.points)}>
        {introPoints.map(({ term, text }) => (
          <div key={term} className={cx('stack-2 start ruled', styles.point)}>
            <dt className="strong">{term}</dt>
            <dd className="muted">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="stack-6">
        <div className="row-3 wrap">
          <ButtonLink to={paths.newQuestion()} size="large">
            문의하기
          </ButtonLink>
          <ButtonLink to={paths.questions()} variant="secondary" size="large">
            문의 목록 보기
          </ButtonLink>
        </div>
        <p className="muted">
          급한 문의는 전화나 이메일로 연락해 주세요.
          <br />
          <a href={callLink(phone)}>{phone}</a> · <a href={`mailto:${email}`}>{email}</a>
        </p>
      </div>
    </WidePage>
  );
};
