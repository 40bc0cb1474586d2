import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import styles from './how-to-book.module.css';

const steps = [
  { title: '촬영 종류를 고릅니다', text: '풍경, 제품, 음식, 웨딩 가운데 찍고 싶은\u00a0것을 골라 주세요.' },
  { title: '만날 시간을 정합니다', text: '달력에서 날짜를 고르면 비어 있는 미팅 시간이 바로 보입니다.' },
  { title: '이야기를 남깁니다', text: '희망 촬영 날짜와 장소를 적어 주시면 사전 미팅 예약이 끝납니다.' },
] as const;

export const HowToBook = () => (
  <section className={styles.section} aria-labelledby="steps-title">
    <h2 id="steps-title" className={styles.title}>
      {'예약은 세\u00a0걸음이면 됩니다'}
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
    <Link to={paths.reserve()} className={styles.more}>
      예약 안내 자세히 보기
    </Link>
  </section>
);
