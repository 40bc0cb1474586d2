import { Link, useLoaderData } from 'react-router';
import { type PageTexts, studioEndpoints, type HoursContent } from '#core/content/contract/studio.ts';
import type { PageMeta } from '#core/content/web/page-meta.ts';
import { paths } from '#core/content/web/paths.ts';
import { Steps } from '#core/content/web/steps.tsx';
import { useStudio } from '#core/content/web/use-studio.ts';
import type { Api } from '#platform/web/client/api/api.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { formatSlot } from '../../contract/slots.ts';
import { EVERY_DAY, groupHours } from './group-hours.ts';
import styles from './reserve-page.module.css';

interface ReserveData {
  readonly hours: HoursContent;
  readonly texts: PageTexts['reserve'];
}

export const loadReserve = (api: Api) => async (): Promise<ReserveData> => {
  const [hours, pages] = await Promise.all([
    api.call(studioEndpoints.hours, {}),
    api.call(studioEndpoints.pages, {}),
  ]);
  return { hours, texts: pages.reserve };
};

export const reserveMeta = ({ texts }: ReserveData): PageMeta => ({
  title: '사전 미팅 예약',
  description: texts.description,
});

const formatHorizon = (days: number): string => (days === 365 ? '1년' : `${days}일`);

export const ReservePage = () => {
  const { hours, texts } = useLoaderData<ReserveData>();
  return (
    <article className={styles.page}>
      <header className="stack-6 reading">
        <h1>사전 미팅 예약</h1>
        <p className={styles.lead}>{texts.lead}</p>
        <div className={styles.actions}>
          <ButtonLink to={paths.reserveType()} size="large">
            예약하기
          </ButtonLink>
          <Link to={paths.price()} className={styles.more}>
            가격 먼저 보기
          </Link>
        </div>
      </header>
      <section aria-labelledby="reserve-steps">
        <h2 id="reserve-steps" className={styles.subtitle}>
          {texts.stepsTitle}
        </h2>
        <Steps steps={texts.steps} />
      </section>
      <section aria-labelledby="reserve-times">
        <h2 id="reserve-times" className={styles.subtitle}>
          {texts.hoursTitle}
        </h2>
        {groupHours(hours).map(({ days, slots }) => (
          <div key={days} className={styles.day}>
            {days !== EVERY_DAY && <h3 className={styles.days}>{days}</h3>}
            {slots.length === 0 ? (
              <p className="muted">휴무</p>
            ) : (
              <ul className={styles.times}>
                {slots.map((slot) => (
                  <li key={slot} className="tabular">
                    {formatSlot(slot)}
                  </li>
                ))}
              </ul>
            )}
          </div>
        ))}
        <p className="muted">
          오늘부터 {formatHorizon(useStudio().horizonDays)} 뒤까지 예약하실&nbsp;수 있습니다. 모든 시간은 한국
          시간 기준입니다.
        </p>
      </section>
    </article>
  );
};
