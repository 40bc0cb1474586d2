import { sitePages } from '../../../contract/pages.ts';

export interface MenuLink {
  readonly label: string;
  readonly to: string;
}

/** The links of a menu, in their order. `member` stands next to the logout button. */
export const menuLinks = (name: 'site' | 'guest' | 'member' | 'account' | 'admin'): readonly MenuLink[] =>
  sitePages
    .flatMap(({ path, menu }) => (menu?.name === name ? [{ ...menu, to: path }] : []))
    .toSorted((one, other) => one.position - other.position);
