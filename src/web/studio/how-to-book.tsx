import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import typography from '#web/ui/typography.module.css';
import styles from './how-to-book.module.css';

const steps = [
  {
    title: '카테고리를 선택합니다',
    text: '풍경, 제품, 음식, 웨딩 가운데 원하시는\u00a0카테고리를 선택해 주세요.',
  },
  {
    title: '미팅 시간을 정합니다',
    text: '달력에서 날짜를 선택하면 예약 가능한 미팅 시간이 바로 표시됩니다.',
  },
  {
    title: '촬영 정보를 입력합니다',
    text: '희망 촬영 날짜와 장소를 입력하시면 사전 미팅 예약이 완료됩니다.',
  },
] as const;

export const HowToBook = () => (
  <section className={styles.section} aria-labelledby="steps-title">
    <h2 id="steps-title" className={typography.sectionTitle}>
      {'예약, 이렇게\u00a0진행됩니다'}
    </h2>
    <ol className={styles.steps}>
      {steps.map(({ title, text }, index) => (
        <li key={title} className={styles.step}>
          <span className={styles.number} aria-hidden="true">
            {index + 1}
          </span>
          <h3>{title}</h3>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ol>
    <Link to={paths.reserve()} className={typography.link}>
      예약 안내 자세히 보기
    </Link>
  </section>
);
