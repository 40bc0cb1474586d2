import { callLink } from '#core/content/web/contact-links.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { useNow } from '#platform/web/client/use-now.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { changeDeadline } from '../../contract/bookable-dates.ts';
import type { MeetingTime } from '../describe-slots.ts';

/** Says that the member cannot change or cancel a meeting that starts within `changeHours` hours. Shows nothing for later meetings. */
export const ChangeDeadlineNotice = ({ meeting: { date, time } }: { meeting: MeetingTime }) => {
  const { changeHours, phone } = useStudio();
  if (useNow() < changeDeadline(date, time, changeHours)) return null;
  return (
    <Notice tone="warning">
      미팅 {changeHours}시간 전부터는 홈페이지에서 변경하거나 취소하실 수 없습니다. 필요하시면 스튜디오로
      연락해 주세요: <a href={callLink(phone)}>{phone}</a>
    </Notice>
  );
};
