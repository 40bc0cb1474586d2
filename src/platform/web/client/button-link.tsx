import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../ui/button.tsx';

type ButtonLinkProps = Omit<ComponentProps<typeof Link>, 'className'> & Parameters<typeof buttonClass>[0];

/** A link that looks like a button. */
export const ButtonLink = ({ variant, size, isWide, ...link }: ButtonLinkProps) => (
  <Link {...link} className={buttonClass({ variant, size, isWide })} />
);
