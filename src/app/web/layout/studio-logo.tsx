import type { Studio } from '#core/content/contract/studio.ts';

/** The studio's logo, or its name. Has its size before it is loaded. */
export const StudioLogo = ({ studio: { name, logo } }: { studio: Studio }) =>
  logo ? (
    <picture>
      {logo.dark && <source {...logo.dark} />}
      <img {...logo.light} alt={name} />
    </picture>
  ) : (
    name
  );
