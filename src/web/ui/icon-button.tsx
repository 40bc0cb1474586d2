import type { ComponentProps } from 'react';
import styles from './icon-button.module.css';

/** The look of an icon button for one that a library makes. */
export const iconButtonClass = styles.iconButton;

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type' | 'aria-label'> {
  /** Names it: the icon says nothing to those who do not see it. */
  readonly label: string;
}

/** A button with nothing but an icon, as large as a thumb needs. */
export const IconButton = ({ label, ...rest }: IconButtonProps) => (
  <button {...rest} type="button" className={iconButtonClass} aria-label={label} />
);
