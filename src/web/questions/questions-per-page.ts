/** How many inquiries the list shows at once. Home links only to those on its first page. */
export const QUESTIONS_PER_PAGE = 20;
