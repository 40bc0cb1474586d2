/** One line of the product specification that a test can hold the site to. */
export interface SpecLine {
  /** `@<section>-<name>`: stands in the title or among the tags of the tests that show it. `@keys-…`: by the keyboard alone. */
  readonly id: `@${number | 'keys'}-${string}`;
  readonly says: string;
  /** Shown word for word: each of its browser tests names it. */
  readonly message?: string;
  /** The path of the page that is shown, or to which the visitor is led: each of its browser tests comes there. */
  readonly page?: string;
  /** `GET /api/photo/home`, with `{}` for a part of the path that varies: each of its tests makes this call. */
  readonly call?: string;
}
