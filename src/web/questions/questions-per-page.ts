/** Page size of the visitors' and admins' question lists. The home page only links to questions on the first page. */
export const QUESTIONS_PER_PAGE = 20;
