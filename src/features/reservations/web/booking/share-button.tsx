import { Share2 } from 'lucide-react';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import { useNow } from '#platform/web/client/use-now.ts';
import { Button } from '#platform/web/ui/button.tsx';
import type { Reservation } from '../../contract/reservations.ts';
import { formatMeetingStart } from '../format-meeting.ts';

/** Opens the share sheet of the device, which offers KakaoTalk where it is installed. Renders nothing in browsers without one. */
export const ShareButton = ({ reservation }: { reservation: Reservation }) => {
  const { name, address } = useStudio();
  const today = seoulDate(useNow());
  if (!('share' in navigator)) return null;
  const share = (): void => {
    const place = reservation.meetingKind === 'PHONE' ? [] : [address];
    const text = [`${name} 사전 미팅`, formatMeetingStart(reservation, today), ...place].join('\n');
    // Rejected when the visitor closes the sheet.
    void navigator.share({ text, url: location.origin + paths.introduce() }).catch(() => undefined);
  };
  return (
    <Button variant="secondary" size="large" onClick={share}>
      <Share2 size={18} aria-hidden="true" />
      공유하기
    </Button>
  );
};
