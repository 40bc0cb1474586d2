import { Link, useLoaderData } from 'react-router';
import type { Photo } from '#contract/photos.ts';
import { photoEndpoints } from '#contract/photos.ts';
import type { Api } from '#web/api/api.ts';
import type { PageMeta } from '#web/document/page-meta.ts';
import { paths } from '#web/paths.ts';
import { PhotoPicture } from '#web/photos/photo-picture.tsx';
import { toPhotoView } from '#web/photos/photo-view.ts';
import type { PhotoView } from '#web/photos/photo-view.ts';
import { buttonClass } from '#web/ui/button.tsx';
import typography from '#web/ui/typography.module.css';
import { Directions } from './directions.tsx';
import styles from './introduce-page.module.css';

interface IntroduceData {
  readonly photo: PhotoView | null;
}

/** Loads only the photo; the text is static. Uses the last representative photo, because the home page shows the newest. */
export const loadIntroduce = (api: Api) => async (): Promise<IntroduceData> => {
  const photos = await api
    .call(photoEndpoints.categoryPhotos, { params: { categoryId: 'REPRESENTATIVE' } })
    .catch((): Photo[] => []);
  const last = photos.at(-1);
  return { photo: last === undefined ? null : toPhotoView(last) };
};

const principles = [
  {
    title: '먼저 오래 이야기합니다',
    text: '사전 미팅에서 사진이 걸릴 자리와 쓰일 곳을 여쭙니다. 마음에 드는 사진 한\u00a0장을 가져오시면 이야기가 더 쉬워집니다.',
  },
  {
    title: '빛을 기다립니다',
    text: '밖에서는 해의 높이를, 안에서는 창의 방향을 살핍니다. 급하게 많이 찍기보다 좋은 빛에 한\u00a0장을 더 찍습니다.',
  },
  {
    title: '덜어 내며 보정합니다',
    text: '먼지와 얼룩은 꼼꼼히 지우되 본래의 색과 질감은 남깁니다. 몇 해 뒤에 꺼내 보아도 어색하지 않은 사진을 드립니다.',
  },
] as const;

export const introduceMeta = (): PageMeta => ({
  title: '소개',
  description: '빛을 기다리고 순간을 남기는 사진관을 소개합니다. 사진을 어떻게 찍고 보정하는지 읽어 보세요.',
});

export const IntroducePage = () => {
  const { photo } = useLoaderData<IntroduceData>();
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>
          빛을 기다리고,
          <br />
          순간을 남깁니다
        </h1>
        <p className={styles.lead}>
          저희는 큰 창이 있는 작은 스튜디오에서 풍경과 제품, 음식과 웨딩을 찍습니다. 화려한 기교보다 보는
          사람의 마음에 오래 머무는 한&nbsp;장을 좋아합니다.
        </p>
      </header>
      {photo !== null && (
        <div className={styles.photo}>
          <PhotoPicture photo={photo} sizes="(min-width: 75rem) 1200px, 100vw" isPriority />
        </div>
      )}
      <section className={styles.habits} aria-labelledby="habits-title">
        <h2 id="habits-title" className={typography.sectionTitle}>
          사진을 대하는 마음
        </h2>
        <ul className={styles.list}>
          {principles.map(({ title, text }) => (
            <li key={title}>
              <h3 className={styles.name}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <Directions />
      <section className={styles.invite} aria-labelledby="invite-title">
        <h2 id="invite-title" className={typography.sectionTitle}>
          한번 들러 주세요
        </h2>
        <p className={styles.text}>
          촬영을 결정하기 전에 편하게 이야기 나눌&nbsp;수 있도록 하루 다섯 번 사전 미팅 시간을 열어 둡니다.
          따뜻한 차를 준비해 두고 기다리겠습니다.
        </p>
        <div className={styles.actions}>
          <Link to={paths.reserveType()} className={buttonClass({ size: 'large' })}>
            예약하기
          </Link>
          <Link to={paths.price()} className={typography.link}>
            가격 보기
          </Link>
        </div>
      </section>
    </article>
  );
};
