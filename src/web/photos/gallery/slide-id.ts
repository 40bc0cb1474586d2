/** The id of a photo's element on the page of its category, used as a link target. */
export const slideId = ({ id }: { readonly id: number }): string => `photo-${id}`;
