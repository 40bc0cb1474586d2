const withoutWeakness = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether `If-None-Match` names this tag, weakly compared: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export const hasTag = (ifNoneMatch: string, etag: string): boolean => {
  const own = withoutWeakness(etag);
  return ifNoneMatch
    .split(',')
    .map(withoutWeakness)
    .some((tag) => tag === '*' || tag === own);
};
