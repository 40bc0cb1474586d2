import {
  CalendarDays,
  ClipboardList,
  Image,
  LayoutDashboard,
  MessageSquare,
  Settings,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { paths } from '#web/paths.ts';

export interface DeskLink {
  readonly to: string;
  readonly label: string;
  /** Fits under an icon on a phone. Part of the label. */
  readonly short: string;
  readonly Icon: LucideIcon;
}

const today: DeskLink = { to: paths.admin(), label: '오늘', short: '오늘', Icon: LayoutDashboard };
const schedule: DeskLink = {
  to: paths.adminSchedule(),
  label: '일정 관리',
  short: '일정',
  Icon: CalendarDays,
};
const reservations: DeskLink = {
  to: paths.adminReservations(),
  label: '예약 관리',
  short: '예약',
  Icon: ClipboardList,
};
const questions: DeskLink = {
  to: paths.adminQuestions(),
  label: '문의 관리',
  short: '문의',
  Icon: MessageSquare,
};

/** The pages in the bar of a phone, before the button that shows the others. */
export const barLinks: readonly DeskLink[] = [today, schedule, reservations, questions];

export const deskLinks: readonly DeskLink[] = [
  ...barLinks,
  { to: paths.adminPhotos(), label: '사진 관리', short: '사진', Icon: Image },
  { to: paths.adminMembers(), label: '회원 관리', short: '회원', Icon: Users },
  { to: paths.settings(), label: '설정', short: '설정', Icon: Settings },
];
