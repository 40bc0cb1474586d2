import { Link } from 'react-router';
import { formatDate } from '#contract/seoul-time.ts';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import { formatSlot } from '#contract/slots.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './section-editor.module.css';
import type { useSectionEditor } from './use-section-editor.ts';

/** Lists the reservations that new meeting hours do not offer, before the admin keeps or moves them. */
export const HoursCollisions = ({ editor }: { editor: ReturnType<typeof useSectionEditor> }) => {
  if (editor.collisions === null) return null;
  return (
    <section className={styles.conflict} aria-labelledby="collisions-title">
      <h2 id="collisions-title" className="large">
        새 시간과 맞지 않는 예약 {editor.collisions.length}건
      </h2>
      <p>
        그대로 두면 그 예약의 시간은 그날만 유지됩니다. 시간을 바꾸려면 예약을 눌러 먼저 바꾼 뒤 다시 게시해
        주세요. 작성하신 내용은 남아 있습니다.
      </p>
      <ul className="stack-2">
        {editor.collisions.map(({ id, date, time, memberName, shootType }) => (
          <li key={id}>
            <Link to={paths.adminReservation(id)} className="link">
              {formatDate(date)} {formatSlot(time)} · {memberName} · {shootTypeLabels[shootType]}
            </Link>
          </li>
        ))}
      </ul>
      <div className="row-3 wrap middle">
        <Button variant="secondary" onClick={() => void editor.publishKeeping()}>
          예약은 그대로 두고 게시
        </Button>
        <Button variant="quiet" onClick={editor.cancelCollisions}>
          취소
        </Button>
      </div>
    </section>
  );
};
