import { formatPhone } from '../../contract/text/format-phone.ts';
import { cx } from './cx.ts';
import styles from './phone-number.module.css';

/** A phone number that calls when it is pressed. */
export const PhoneLink = ({ digits }: { digits: string }) => (
  <a href={`tel:${digits}`} className={styles.call}>
    <PhoneNumber digits={digits} />
  </a>
);

/** Displays a phone number with hyphens. Screen readers and the clipboard get the stored digits. */
export const PhoneNumber = ({ digits, className }: { digits: string; className?: string }) => (
  <span className={cx('tabular nowrap', className)}>
    {formatPhone(digits)
      .split('-')
      .map((group, index) => (
        <span key={['carrier', 'middle', 'last'][index]} className={styles.group}>
          {group}
        </span>
      ))}
  </span>
);
