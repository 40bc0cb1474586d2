import { CircleCheck, CircleDashed } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { setupSteps, type Desk, type SetupStep } from '../../contract/desk.ts';
import { appPages } from '../../contract/pages.ts';
import { SampleContentNotice } from '../sample/sample-content-notice.tsx';
import styles from './setup-checklist.module.css';

interface Step {
  readonly label: string;
  readonly hint: string;
  readonly minutes: number;
  readonly to?: string;
}

const steps: Readonly<Record<SetupStep, Step>> = {
  identity: {
    minutes: 3,
    label: '상호와 연락처',
    hint: '모든 화면 아래와 문자에 표시됩니다.',
    to: paths.settingsSection('identity'),
  },
  photo: {
    minutes: 5,
    label: '대표 사진',
    hint: '홈에 크게 표시됩니다.',
    to: paths.adminPhotos('REPRESENTATIVE'),
  },
  prices: {
    minutes: 5,
    label: '가격',
    hint: '상품의 구성과 시작 가격을 확인하고 게시합니다.',
    to: paths.settingsSection('packages'),
  },
  hours: {
    minutes: 2,
    label: '미팅 시간',
    hint: '요일마다 확인하고 게시합니다.',
    to: paths.settingsSection('hours'),
  },
  sms: {
    minutes: 20,
    label: '문자',
    hint: '고객이 가입하려면 문자로 인증번호를 받아야 합니다.',
    to: appPages.connections.path,
  },
  legal: {
    minutes: 5,
    label: '이용약관과 개인정보 처리방침',
    hint: '스튜디오에 맞는지 확인하고 둘 다 게시합니다.',
    to: paths.settings(),
  },
  samples: {
    minutes: 1,
    label: '예시 자료 삭제',
    hint: '예시로 넣어 둔 사진과 문의입니다. 사진을 업로드한 뒤에 삭제하세요.',
  },
  reservation: {
    minutes: 3,
    label: '첫 예약 해 보기',
    hint: '전화로 받은 예약처럼 등록하고 취소해 봅니다.',
    to: paths.adminPhoneReservation(),
  },
};

/**
 * What is to do before the site is the studio's own, and before the first reservation also what is done. Renders nothing once all is done.
 */
export const SetupChecklist = ({ openSteps }: Pick<Desk, 'openSteps'>) => {
  if (openSteps.length === 0) return null;
  const showsAll = openSteps.includes('reservation');
  return (
    <section aria-labelledby="setup" className="stack-3">
      <h2 id="setup">
        초기 설정 {setupSteps.length - openSteps.length}/{setupSteps.length}
      </h2>
      <ul className={cx('stack-3', styles.steps)}>
        {(showsAll ? setupSteps : openSteps).map((step) => {
          const { label, hint, minutes, to } = steps[step];
          const isOpen = openSteps.includes(step);
          const Icon = isOpen ? CircleDashed : CircleCheck;
          return (
            <li key={step} className={cx('row-3', styles.step)}>
              <Icon size={20} role="img" aria-label={isOpen ? '할 일' : '완료'} />
              <div>
                {to === undefined ? <strong>{label}</strong> : <Link to={to}>{label}</Link>}
                {isOpen && <span className="note nowrap"> {minutes}분</span>}
                <p className="note">{hint}</p>
              </div>
            </li>
          );
        })}
      </ul>
      <SampleContentNotice />
    </section>
  );
};
