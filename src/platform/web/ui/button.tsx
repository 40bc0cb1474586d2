import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import styles from './button.module.css';

interface ButtonAppearance {
  /** `primary` is for the main action of a screen or of an opened section. An `icon` button needs an `aria-label`. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'icon';
  readonly size?: 'medium' | 'large' | 'small';
  readonly isWide?: boolean;
}

/** The class names of a button, also for a link that looks like one. */
export const buttonClass = ({
  variant = 'primary',
  size = 'medium',
  isWide = false,
}: ButtonAppearance = {}) => cx(styles.button, styles[variant], styles[size], isWide && styles.wide);

interface ButtonProps extends ButtonAppearance, Omit<ComponentProps<'button'>, 'className' | 'type'> {
  readonly type?: 'button' | 'submit';
  /** Ignores clicks but keeps its size, label and focus. */
  readonly isLoading?: boolean;
}

export const Button = ({
  variant,
  size,
  isWide,
  type = 'button',
  isLoading = false,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type === 'submit' ? 'submit' : 'button'}
    className={buttonClass({ variant, size, isWide })}
    aria-busy={isLoading || undefined}
    aria-disabled={isLoading || rest['aria-disabled']}
    onClick={isLoading ? (event) => event.preventDefault() : onClick}
  />
);
