import { paths, questionAnchor } from '#core/content/web/paths.ts';
import { fieldLimits } from '#platform/contract/fields.ts';

/** The admins' list of the inquiries with this title, in which this one is open. */
export const linkToQuestion = ({ id, title }: { readonly id: number; readonly title: string }): string => {
  const keyword = [...title].slice(0, fieldLimits.keyword).join('');
  return `${paths.adminQuestions({ keyword })}#${questionAnchor(id)}`;
};
