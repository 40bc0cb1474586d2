import type { ReactNode, SVGProps } from 'react';

// Paths from lucide (ISC, https://lucide.dev). Copied, because lucide's icon component is larger than all of these.
const shapes = {
  ban: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="M4.929 4.929 19.07 19.071" />
    </>
  ),
  calendarCheck: (
    <>
      <path d="M8 2v3M16 2v3M3 9h18m-12 6 2 2 4-4" />
      <rect x="3" y="3" width="18" height="18" rx="2" />
    </>
  ),
  check: <path d="M20 6 9 17l-5-5" />,
  chevronDown: <path d="m6 9 6 6 6-6" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="M12 6v6l4 2" />
    </>
  ),
  close: <path d="M18 6 6 18M6 6l12 12" />,
  menu: <path d="M4 5h16M4 12h16M4 19h16" />,
} satisfies Readonly<Record<string, ReactNode>>;

interface IconProps extends SVGProps<SVGSVGElement> {
  readonly shape: keyof typeof shapes;
  readonly size?: number;
}

/** An icon that is hidden from assistive technology, for places where text or a label has the same meaning. */
export const Icon = ({ shape, size = 24, ...rest }: IconProps) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    {...rest}
  >
    {shapes[shape]}
  </svg>
);
