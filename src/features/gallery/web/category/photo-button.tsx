import type { ComponentProps } from 'react';
import { cx } from '#platform/web/ui/cx.ts';
import styles from './photo-button.module.css';

interface PhotoButtonProps extends ComponentProps<'button'> {
  readonly 'aria-label': string;
  /** Where a link with the same name leads without JavaScript. */
  readonly href: string;
}

/** A photo to press, in a positioned parent. */
export const PhotoButton = ({ href, className, ...button }: PhotoButtonProps) => (
  <>
    <button type="button" className={cx(styles.button, className)} {...button} />
    <noscript>
      <a href={href} className={styles.link} aria-label={button['aria-label']} />
    </noscript>
  </>
);
