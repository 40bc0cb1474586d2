import { useEffect, useRef, useState, type ReactNode } from 'react';
import { formatSeconds, useSecondsLeft } from '#platform/web/client/use-seconds-left.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { MeetingTime } from '../describe-slots.ts';
import { isHoldOf, acquireHold, useSlotHold, type SlotHold } from './slot-hold.ts';

/** Changes at these marks only, because each change is read aloud. */
const announcementAt = (seconds: number, minutesAtFirst: number): string => {
  if (seconds <= 60) return '1분 남았습니다.';
  if (seconds <= 300) return '5분 남았습니다.';
  return `${minutesAtFirst}분 안에 예약해 주세요.`;
};

const Countdown = ({ seconds }: { seconds: number }) => {
  const [minutesAtFirst] = useState(() => Math.ceil(seconds / 60));
  return (
    <>
      선택하신 시간을 {minutesAtFirst}분 동안 잡아 두었습니다.{' '}
      <span className={cx('tabular nowrap', seconds <= 60 && 'error')} aria-hidden="true">
        남은 시간 <b>{formatSeconds(seconds)}</b>
      </span>
      <span className="visually-hidden">{announcementAt(seconds, minutesAtFirst)}</span>
    </>
  );
};

const describeHold = (hold: SlotHold, seconds: number, isTaking: boolean): ReactNode => {
  switch (hold.kind) {
    case 'held':
      return <Countdown key={hold.expiresAt} seconds={seconds} />;
    case 'over':
      return '시간을 잡아 두었던 기한이 지났습니다. 입력하신 내용은 그대로 있습니다. 시간을 다시 잡거나 바로 예약해 주세요.';
    case 'failed':
      return hold.message || '시간을 잡아 두지 못했습니다. 예약은 그대로 진행하실 수 있습니다.';
    case 'unheld':
      return '선택하신 시간은 예약을 완료하시면 확정됩니다.';
    case 'none':
      return isTaking && '선택하신 시간을 잡아 두고 있습니다…';
  }
};

interface HoldNoticeProps {
  readonly slot: MeetingTime;
  /** Called with the reason when the time cannot be booked any more. */
  readonly onLost: (message: string) => Promise<void>;
}

/** Holds the chosen time for some minutes, and says how long. The time can be booked without a hold too. */
export const HoldNotice = ({ slot, onLost }: HoldNoticeProps) => {
  const stored = useSlotHold();
  const known: SlotHold = isHoldOf(stored, slot) ? stored : { kind: 'none' };
  const seconds = useSecondsLeft(known.kind === 'held' ? known.expiresAt : 0);
  const hold: SlotHold = known.kind === 'held' && seconds === 0 ? { kind: 'over', slot } : known;
  // The step before may have tried already.
  const isTried = useRef(hold.kind !== 'none' && hold.kind !== 'over');
  const [isTaking, setIsTaking] = useState(!isTried.current);
  const box = useRef<HTMLDivElement>(null);

  const take = async (): Promise<void> => {
    setIsTaking(true);
    const response = await acquireHold(slot);
    setIsTaking(false);
    if (response.kind === 'gone') await onLost(response.message);
  };

  // Once, when no step before has tried or its hold is over: after a login on the way, a reload or a long pause.
  useEffect(() => {
    if (isTried.current) return;
    isTried.current = true;
    void take();
  });

  const takeAgain = async (): Promise<void> => {
    await take();
    // The pressed button has disappeared.
    if (useSlotHold.getState().kind !== 'failed') box.current?.focus();
  };

  const canTry = hold.kind === 'over' || hold.kind === 'failed';
  return (
    <div ref={box} tabIndex={-1}>
      <Notice
        action={
          canTry && (
            <Button variant="secondary" size="small" isLoading={isTaking} onClick={() => void takeAgain()}>
              다시 잡기
            </Button>
          )
        }
      >
        {describeHold(hold, seconds, isTaking)}
      </Notice>
    </div>
  );
};
