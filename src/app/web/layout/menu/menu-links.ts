import type { Studio } from '#core/content/contract/studio.ts';
import { paths } from '#core/content/web/paths.ts';
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

export const categoryLinks = ({ categories }: Studio): readonly MenuLink[] =>
  categories.map(({ id, name }) => ({ label: name, to: paths.category(id) }));

/** The pages of notices and questions, when they have any. */
export const textLinks = ({ hasNotices, hasFaq }: Studio): readonly MenuLink[] => [
  ...(hasNotices ? [{ label: '공지사항', to: paths.notices() }] : []),
  ...(hasFaq ? [{ label: '자주 묻는 질문', to: paths.faq() }] : []),
];
