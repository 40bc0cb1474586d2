import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';

interface ButtonAppearance {
  /** `primary`: the main action, at most one per screen. `icon`: without text, so it needs an `aria-label`. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'icon';
  readonly size?: 'medium' | 'large' | 'small';
  readonly isWide?: boolean;
}

/** Class names that make a link look like a button. */
export const buttonClass = ({
  variant = 'primary',
  size = 'medium',
  isWide = false,
}: ButtonAppearance = {}) => cx(styles.button, styles[variant], styles[size], isWide && styles.wide);

interface ButtonProps extends ButtonAppearance, Omit<ComponentProps<'button'>, 'className' | 'type'> {
  readonly type?: 'button' | 'submit';
  /** Whether an action is in progress: keeps size, name and focus, and ignores clicks. */
  readonly isLoading?: boolean;
}

export const Button = ({
  variant,
  size,
  isWide,
  type = 'button',
  isLoading = false,
  onClick,
  children,
  ...rest
}: ButtonProps) => {
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (isLoading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={buttonClass({ variant, size, isWide })}
      aria-busy={isLoading || undefined}
      aria-disabled={isLoading || rest['aria-disabled']}
      onClick={press}
    >
      {children}
    </button>
  );
};
