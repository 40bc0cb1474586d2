/** `Cache-Control` of what is named by its content. */
export const FOREVER = 'public, max-age=31536000, immutable';
