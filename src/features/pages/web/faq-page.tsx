import { useLoaderData } from 'react-router';
import { studioEndpoints, type FaqContent } from '#core/content/contract/studio.ts';
import type { PageMeta } from '#core/content/web/page-meta.ts';
import { paths } from '#core/content/web/paths.ts';
import type { Api } from '#platform/web/client/api/api.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { Collapsible } from '#platform/web/ui/collapsible.tsx';
import { WidePage } from '#platform/web/ui/wide-page.tsx';

export const loadFaq = (api: Api) => (): Promise<FaqContent> => api.call(studioEndpoints.faq, {});

/** An empty page is left out of search results. */
export const faqMeta = ({ questions }: FaqContent): PageMeta => ({
  title: '자주 묻는 질문',
  description: '촬영과 예약에 대해 자주 물어보시는 점에 답해 드립니다.',
  isNoindex: questions.length === 0,
});

export const FaqPage = () => {
  const { questions, note } = useLoaderData<FaqContent>();
  return (
    <WidePage
      title="자주 묻는 질문"
      lead="찾으시는 답이 없으면 1:1 문의를 남겨 주세요."
      {...(note === '' ? {} : { note })}
      isReading
    >
      <div>
        {questions.map(({ id, title, body }) => (
          <Collapsible key={id} title={title}>
            <p className="prose">{body}</p>
          </Collapsible>
        ))}
      </div>
      <div>
        <ButtonLink to={paths.questionIntro()} variant="secondary">
          1:1 문의하기
        </ButtonLink>
      </div>
    </WidePage>
  );
};
