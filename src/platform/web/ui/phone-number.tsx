import { cx } from './cx.ts';
import styles from './phone-number.module.css';

/** A phone number as a link that calls it. */
export const PhoneLink = ({ digits }: { digits: string }) => (
  <a href={`tel:${digits}`} className={cx('link', styles.call)}>
    <PhoneNumber digits={digits} />
  </a>
);

/** Displays a phone number with hyphens. The clipboard and most screen readers get the stored digits. */
export const PhoneNumber = ({ digits, className }: { digits: string; className?: string }) => {
  // Only Seoul's area code has two digits.
  const area = digits.startsWith('02') ? 2 : 3;
  return (
    <span className={cx('tabular nowrap', className)}>
      {[digits.slice(0, area), digits.slice(area, -4), digits.slice(-4)].map((group, index) => (
        <span key={['area', 'middle', 'last'][index]} className={styles.group}>
          {group}
        </span>
      ))}
    </span>
  );
};
