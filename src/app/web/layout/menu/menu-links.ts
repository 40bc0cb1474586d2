import type { MenuName, Page } from '#platform/contract/page.ts';
import { appPages } from '../../../contract/pages.ts';
import { features } from '../../features.ts';

export interface MenuLink {
  readonly label: string;
  readonly to: string;
}

const linksOf = (name: MenuName): readonly MenuLink[] =>
  [appPages, ...features.map(({ pages }) => pages)]
    .flatMap((pages) => Object.values<Page>(pages))
    .flatMap(({ path, menu }) => (menu?.name === name ? [{ ...menu, to: path }] : []))
    .toSorted((one, other) => one.position - other.position);

/** The links of each menu, in their order. */
export const menuLinks: Readonly<Record<MenuName, readonly MenuLink[]>> = {
  site: linksOf('site'),
  guest: linksOf('guest'),
  member: linksOf('member'),
  account: linksOf('account'),
  admin: linksOf('admin'),
};
