import { Link, useLoaderData } from 'react-router';
import { formatSlot } from '#contract/slots.ts';
import { studioEndpoints } from '#contract/studio.ts';
import type { HoursContent } from '#contract/studio.ts';
import type { Api } from '#web/api/api.ts';
import type { PageMeta } from '#web/document/page-meta.ts';
import { paths } from '#web/paths.ts';
import { useStudio } from '#web/shell/use-studio.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EVERY_DAY, groupHours } from './group-hours.ts';
import styles from './reserve-page.module.css';

const steps = [
  { title: '카테고리', text: '풍경, 제품, 음식, 웨딩 가운데 원하시는\u00a0카테고리를 선택합니다.' },
  {
    title: '날짜',
    text: '달력에서 날짜와 예약 가능한 미팅 시간을 선택합니다. 정보를 입력하시는 동안 선택하신 시간을 확보해 둡니다.',
  },
  {
    title: '정보',
    text: '로그인하거나 휴대폰 번호로 가입한 뒤 희망 촬영 날짜와 장소, 요청 사항을 입력합니다.',
  },
  {
    title: '완료',
    text: '예약 번호를 안내해 드립니다. 예약은 예약 내역에서 확인하고 변경하거나 취소할\u00a0수 있습니다.',
  },
] as const;

export const loadReserve = (api: Api) => (): Promise<HoursContent> => api.call(studioEndpoints.hours, {});

export const reserveMeta: PageMeta = {
  title: '사전 미팅 예약',
  description:
    '촬영 전 사전 미팅을 예약하는 방법을 안내합니다. 카테고리와 날짜, 시간을 선택하고 촬영 정보를 입력하면 예약이 완료됩니다.',
};

export const ReservePage = () => (
  <article className={styles.page}>
    <header className={styles.head}>
      <h1 className={styles.title}>사전 미팅 예약</h1>
      <p className={styles.lead}>
        촬영에 앞서 만나 어떤 사진을 원하시는지 이야기 나누는 자리입니다. 촬영 날짜와 견적은 미팅에서 함께
        정합니다.
      </p>
      <div className={styles.actions}>
        <Link to={paths.reserveType()} className={buttonClass({ size: 'large' })}>
          예약하기
        </Link>
        <Link to={paths.price()} className={styles.more}>
          가격 먼저 보기
        </Link>
      </div>
    </header>
    <section aria-labelledby="reserve-steps">
      <h2 id="reserve-steps" className={styles.subtitle}>
        예약 순서
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ title, text }, index) => (
          <li key={title} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <h3 className={styles.name}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
    <section aria-labelledby="reserve-times">
      <h2 id="reserve-times" className={styles.subtitle}>
        미팅 시간
      </h2>
      {groupHours(useLoaderData<HoursContent>()).map(({ days, slots }) => (
        <div key={days} className={styles.day}>
          {days !== EVERY_DAY && <h3 className={styles.days}>{days}</h3>}
          {slots.length === 0 ? (
            <p className={styles.closed}>쉽니다</p>
          ) : (
            <ul className={styles.times}>
              {slots.map((slot) => (
                <li key={slot} className={styles.time}>
                  {formatSlot(slot)}
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      <p className={styles.note}>
        오늘부터 {useStudio().horizonDays}일 뒤까지 예약하실&nbsp;수 있습니다. 모든 시간은 한국 시간
        기준입니다.
      </p>
    </section>
  </article>
);
