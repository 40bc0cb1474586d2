import { useLoaderData } from 'react-router';
import {
  type PageTexts,
  studioEndpoints,
  type HomeContent,
  type Studio,
} from '#core/content/contract/studio.ts';
import type { PageMeta } from '#core/content/web/page-meta.ts';
import { photoEndpoints, type PhotosByCategory } from '#core/files/contract/photos.ts';
import { fillCovers, toHomePhotoViews, type HomePhotoViews } from '#core/files/web/home-photo-views.ts';
import { toPreloadImage } from '#core/files/web/photo-view.ts';
import { type Question, questionEndpoints } from '#features/questions/contract/questions.ts';
import { QUESTIONS_PER_PAGE } from '#features/questions/web/question-search.ts';
import type { Api } from '#platform/web/client/api/api.ts';
import { CategoryTiles } from './category-tiles.tsx';
import { heroSizes } from './hero-sizes.ts';
import { Hero } from './hero.tsx';
import { HowToBook } from './how-to-book.tsx';
import { LatestPhotos, toLatestPhotos, type LatestPhoto } from './latest-photos.tsx';
import { LatestQuestions, type QuestionTeaser } from './latest-questions.tsx';
import { NoticeBar } from './notice-bar.tsx';
import { SocialLink } from './social-link.tsx';
import { StartingPrices } from './starting-prices.tsx';
import styles from './home-page.module.css';

const MAX_TEASERS = 3;

interface HomeData {
  readonly content: HomeContent;
  readonly texts: PageTexts['home'];
  readonly photos: HomePhotoViews;
  readonly latest: readonly LatestPhoto[];
  readonly questions: readonly QuestionTeaser[];
}

/** The first of these questions that are answered and public. */
const pickTeasers = (questions: readonly Question[]): QuestionTeaser[] =>
  questions
    .filter(({ answered, secret }) => answered && !secret)
    .slice(0, MAX_TEASERS)
    .map(({ id, title, memberName }) => ({ id, title, memberName }));

const loadPhotos = async (api: Api): Promise<HomePhotoViews> => {
  const [photos, first] = await Promise.all([
    api.call(photoEndpoints.homePhotos, {}),
    api.call(photoEndpoints.firstPhotos, {}).catch((): PhotosByCategory => ({})),
  ]);
  return toHomePhotoViews(fillCovers(photos, first));
};

/** A failed request for photos or questions does not fail the page. */
export const loadHome = (api: Api) => async (): Promise<HomeData> => {
  const [content, pages, photos, latest, questions] = await Promise.all([
    api.call(studioEndpoints.home, {}),
    api.call(studioEndpoints.pages, {}),
    loadPhotos(api).catch((): HomePhotoViews => ({})),
    api
      .call(photoEndpoints.latestPhotos, {})
      .then(toLatestPhotos)
      .catch((): LatestPhoto[] => []),
    api
      .call(questionEndpoints.listQuestions, { query: { limit: QUESTIONS_PER_PAGE } })
      .then(pickTeasers)
      .catch((): QuestionTeaser[] => []),
  ]);
  return { content, texts: pages.home, photos, latest, questions };
};

export const homeMeta = ({ content, photos }: HomeData, studio: Studio): PageMeta => ({
  title: studio.name,
  description: content.description,
  ...(photos.REPRESENTATIVE && {
    preloadImage: toPreloadImage(photos.REPRESENTATIVE, heroSizes(photos.REPRESENTATIVE)),
  }),
});

export const HomePage = () => {
  const { content, texts, photos, latest, questions } = useLoaderData<HomeData>();
  return (
    <>
      {content.notice !== null && <NoticeBar notice={content.notice} />}
      <Hero photo={photos.REPRESENTATIVE} headline={content.headline} />
      <div className={styles.sections}>
        <CategoryTiles title={texts.categoriesTitle} photos={photos} summaries={content.summaries} />
        <LatestPhotos title={texts.latestTitle} photos={latest} />
        <HowToBook texts={texts} />
        <StartingPrices title={texts.pricesTitle} prices={content.startingPrices} />
        <LatestQuestions title={texts.questionsTitle} questions={questions} />
        <SocialLink text={texts.socialText} />
      </div>
    </>
  );
};
