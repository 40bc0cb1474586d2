/** How many inquiries the lists of visitors and admins show at once. Home links only to those on the first page. */
export const QUESTIONS_PER_PAGE = 20;
