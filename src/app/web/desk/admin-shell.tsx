import {
  CalendarDays,
  ClipboardList,
  Contact,
  Image,
  LayoutDashboard,
  Menu,
  MessageSquare,
  Search,
  Settings,
  Users,
} from 'lucide-react';
import { NavLink, useLocation } from 'react-router';
import { logOut } from '#core/auth/web/log-out.ts';
import type { Studio } from '#core/content/contract/studio.ts';
import { paths } from '#core/content/web/paths.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { deskEndpoints } from '../../contract/desk.ts';
import { closeDetails } from '../layout/menu/close-details.ts';
import { menuLinks } from '../layout/menu/menu-links.ts';
import { StudioLogo } from '../layout/studio-logo.tsx';
import { useSearchDialog } from '../search/use-search-dialog.tsx';
import styles from './admin-shell.module.css';

const ICON_SIZE = 20;

/** The admin pages of the menu. `short` is the beginning of the label, which fits under an icon on a phone. */
const deskLinks = [
  { to: paths.admin(), label: '오늘', short: '오늘', Icon: LayoutDashboard },
  { to: paths.adminSchedule(), label: '일정 관리', short: '일정', Icon: CalendarDays },
  { to: paths.adminReservations(), label: '예약 관리', short: '예약', Icon: ClipboardList },
  { to: paths.adminQuestions(), label: '문의 관리', short: '문의', Icon: MessageSquare },
  { to: paths.adminPhotos(), label: '사진 관리', short: '사진', Icon: Image },
  { to: paths.adminCustomers(), label: '고객', short: '고객', Icon: Contact },
  { to: paths.adminMembers(), label: '회원 관리', short: '회원', Icon: Users },
  { to: paths.settings(), label: '설정', short: '설정', Icon: Settings },
];
type DeskLink = (typeof deskLinks)[number];

/** How many of these pages are in the bar of a phone, before the button that shows the others. */
const BAR_LENGTH = 4;

const WaitingQuestions = () => {
  const { data } = useApiQuery(deskEndpoints.deskCounts, {});
  const count = data?.waitingQuestions ?? 0;
  return (
    count > 0 && (
      <span className={cx('small strong tabular nowrap', styles.count)}>
        <span className="visually-hidden">답변 대기 </span>
        {count}
      </span>
    )
  );
};

const RailEntry = ({ to, label, Icon }: DeskLink) => (
  <li>
    <NavLink to={to} end={to === paths.admin()} className={cx('row-3 middle full', styles.entry)}>
      <Icon size={ICON_SIZE} aria-hidden="true" />
      {label}
      {to === paths.adminQuestions() && <WaitingQuestions />}
    </NavLink>
  </li>
);

/** An icon with a short word. The rest of the label is read aloud only. */
const BarEntry = ({ to, label, short, Icon }: DeskLink) => (
  <li>
    <NavLink to={to} end={to === paths.admin()} className={styles.tab}>
      <Icon size={ICON_SIZE} aria-hidden="true" />
      <span>
        {short}
        <span className="visually-hidden">{label.slice(short.length)}</span>
      </span>
      <span aria-hidden="true">{to === paths.adminQuestions() && <WaitingQuestions />}</span>
    </NavLink>
  </li>
);

const accountEntry = cx('row-3 middle full note', styles.entry);

const AccountEntries = () => (
  <>
    {menuLinks.account.map(({ to, label }) => (
      <li key={to}>
        <NavLink to={to} className={accountEntry}>
          {label}
        </NavLink>
      </li>
    ))}
    <li>
      <button type="button" className={accountEntry} onClick={() => void logOut()}>
        로그아웃
      </button>
    </li>
  </>
);

const searchIcon = <Search size={ICON_SIZE} aria-hidden="true" />;
const searchKeys = navigator.userAgent.includes('Mac') ? 'Cmd K' : 'Ctrl K';

/** The menu of the admin pages: a rail on a wide screen, a bar at the bottom of a narrow one. */
export const AdminShell = ({ studio }: { studio: Studio }) => {
  const { key } = useLocation();
  const { open, dialog } = useSearchDialog();
  return (
    <>
      <header className={styles.shell}>
        <nav className={styles.rail} aria-label="관리 메뉴">
          <StudioLogo studio={studio} />
          <button
            type="button"
            className={cx('row-3 middle', styles.search)}
            aria-keyshortcuts="Control+K Meta+K"
            onClick={() => void open()}
          >
            {searchIcon}
            검색
            <kbd className="note" aria-hidden="true">
              {searchKeys}
            </kbd>
          </button>
          <ul>
            {deskLinks.map((link) => (
              <RailEntry key={link.to} {...link} />
            ))}
          </ul>
          <ul className={styles.account}>
            <AccountEntries />
          </ul>
        </nav>
        <nav className={styles.bar} aria-label="관리 메뉴">
          <ul className={styles.tabs}>
            {deskLinks.slice(0, BAR_LENGTH).map((link) => (
              <BarEntry key={link.to} {...link} />
            ))}
            <li>
              <button type="button" className={styles.tab} onClick={() => void open()}>
                {searchIcon}
                검색
              </button>
            </li>
            <li>
              <details key={key} ref={closeDetails}>
                <summary className={styles.tab}>
                  <Menu size={ICON_SIZE} aria-hidden="true" />
                  더보기
                </summary>
                <ul className={styles.panel}>
                  <li>
                    <StudioLogo studio={studio} />
                  </li>
                  {deskLinks.slice(BAR_LENGTH).map((link) => (
                    <RailEntry key={link.to} {...link} />
                  ))}
                  <AccountEntries />
                </ul>
              </details>
            </li>
          </ul>
        </nav>
      </header>
      {dialog}
    </>
  );
};
