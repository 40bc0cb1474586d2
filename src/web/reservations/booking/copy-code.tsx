import { Check, Copy } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import styles from './copy-code.module.css';
import { useCopyToClipboard } from '#web/shell/use-copy-to-clipboard.ts';

/** The booking's code, large, with a button that copies it and says so. */
export const CopyCode = ({ code }: { code: string }) => {
  const { copy, isCopied } = useCopyToClipboard(code);
  return (
    <div className={styles.box}>
      <p className={styles.label} id="code-label">
        예약 번호
      </p>
      <output className={styles.code} aria-labelledby="code-label">
        {code}
      </output>
      <Button variant="secondary" onClick={() => void copy()}>
        {isCopied === true ? <Check aria-hidden="true" size={18} /> : <Copy aria-hidden="true" size={18} />}
        번호 복사
      </Button>
      <p className={styles.said} role="status" data-failed={isCopied === false || undefined}>
        {isCopied === true && '예약 번호를 복사했습니다.'}
        {isCopied === false && '복사하지 못했습니다. 번호를 길게 눌러 복사해 주세요.'}
      </p>
    </div>
  );
};
