/** `account` is the menu of a member's own data; `member` stands next to the logout button. */
export type MenuName = 'site' | 'guest' | 'member' | 'account' | 'admin';

/** The menu that lists the page, and the page's position in it. */
interface MenuEntry {
  readonly name: MenuName;
  readonly label: string;
  /** Entries are sorted by this number. */
  readonly position: number;
}

/** A page of the site. Its route, sitemap, robots.txt, noindex mark, menus and the cache of guests' pages follow from this entry. */
export interface Page {
  /** The pattern of the router: `/question/edit/:id`. */
  readonly path: string;
  /**
   * `public`: search engines index it. `guest`: the same for everyone without a session, but not indexed. Absent: it is for
   * one visitor or for admins, and robots may not open it.
   */
  readonly audience?: 'public' | 'guest';
  /** What the parameter at the end of the path may be, for a page that is not private. The sitemap lists those that exist. */
  readonly parameter?: RegExp;
  /**
   * The page shows texts of members, who may delete them or make them secret. So the stored page is not shown while the database is away.
   */
  readonly showsTextsOfMembers?: true;
  /** The social login redirects here with tokens in the URL, which an inline script removes before any other code runs. */
  readonly acceptsHandoffToken?: true;
  /** Sends no referrer at all. */
  readonly sendsNoReferrer?: true;
  readonly menu?: MenuEntry;
}
