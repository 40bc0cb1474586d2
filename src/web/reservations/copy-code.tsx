import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './copy-code.module.css';

const COPIED = '예약 번호를 복사했습니다.';
const NOT_COPIED = '복사하지 못했습니다. 번호를 길게 눌러 복사해 주세요.';

/** The booking's code, large, with a button that copies it and says so. */
export const CopyCode = ({ code }: { code: string }) => {
  const [said, setSaid] = useState('');

  const copy = async (): Promise<void> => {
    try {
      // Missing where the site is served without TLS, refused where the visitor said no.
      await navigator.clipboard.writeText(code);
      setSaid(COPIED);
    } catch {
      setSaid(NOT_COPIED);
    }
  };

  return (
    <div className={styles.box}>
      <p className={styles.label} id="code-label">
        예약 번호
      </p>
      <output className={styles.code} aria-labelledby="code-label">
        {code}
      </output>
      <Button variant="secondary" onClick={() => void copy()}>
        {said === COPIED ? <Check aria-hidden="true" size={18} /> : <Copy aria-hidden="true" size={18} />}
        번호 복사
      </Button>
      <p className={styles.said} role="status" data-failed={said === NOT_COPIED || undefined}>
        {said}
      </p>
    </div>
  );
};
