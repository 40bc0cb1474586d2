import { Calendar } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../button.tsx';
import styles from './date-button.module.css';

interface DateButtonProps {
  readonly label: string;
  /** The first date that can be picked, YYYY-MM-DD. */
  readonly min: string;
  /** Called with the picked date, YYYY-MM-DD. */
  readonly onPick: (date: string) => void;
}

/** A button that opens the browser's date picker. */
export const DateButton = ({ label, min, onPick }: DateButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className={styles.root}>
      <Button variant="secondary" aria-label={label} onClick={() => input.current?.showPicker()}>
        <Calendar size={20} aria-hidden="true" />
      </Button>
      <input
        ref={input}
        type="date"
        className={styles.input}
        min={min}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => target.value !== '' && onPick(target.value)}
      />
    </span>
  );
};
