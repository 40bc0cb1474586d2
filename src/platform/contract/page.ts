/** `account` is the group of entries about a member's own account; `member` entries stand outside it. */
export type MenuName = 'site' | 'guest' | 'member' | 'account' | 'admin';

/** The menu that lists the page, and the page's position in it. */
interface MenuEntry {
  readonly name: MenuName;
  readonly label: string;
  /** Entries are sorted by this number. */
  readonly position: number;
}

/** A page of the site. Its route, robots.txt, the menus, most of the sitemap and the cache of guests' pages follow from this entry. */
export interface Page {
  /** The pattern of the router: `/question/edit/:id`. */
  readonly path: string;
  /**
   * `public`: search engines may index it. `guest`: the same for everyone without a session, but not indexed. Absent: it is
   * private, and robots may not open it.
   */
  readonly audience?: 'public' | 'guest';
  /** What the parameter at the end of the path may be, for a page that is not private. */
  readonly parameter?: RegExp;
  /** The query parameters with which the response cache keeps the page, too. */
  readonly query?: readonly string[];
  /**
   * The page shows texts of members, who may delete them or make them secret. So the stored page is not sent while the server is
   * disconnected from the database.
   */
  readonly showsTextsOfMembers?: true;
  /** The social login redirects here with tokens in the URL, which an inline script removes before any other code runs. */
  readonly acceptsHandoffToken?: true;
  /** Sends no referrer at all. */
  readonly sendsNoReferrer?: true;
  readonly menu?: MenuEntry;
}
