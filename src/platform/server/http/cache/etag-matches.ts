const stripWeakPrefix = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether `If-None-Match` contains `*` or this ETag, by weak comparison: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export const etagMatches = (ifNoneMatch: string, etag: string): boolean => {
  const own = stripWeakPrefix(etag);
  return ifNoneMatch
    .split(',')
    .map(stripWeakPrefix)
    .some((tag) => tag === '*' || tag === own);
};
