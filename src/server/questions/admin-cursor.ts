import { idCursor } from '#server/http/pagination.ts';
import type { QuestionRow } from './present-question.ts';

export interface UnansweredFirstCursor {
  readonly isAnswered: boolean;
  readonly id: number;
}

/** `waiting.17`, `answered.17` */
export const writeAdminCursor = ({ question, answer }: Pick<QuestionRow, 'question' | 'answer'>): string =>
  `${answer === null ? 'waiting' : 'answered'}.${question.id}`;

export const readAdminCursor = (cursor: string): UnansweredFirstCursor | null => {
  const [group, idText = '', ...rest] = cursor.split('.');
  const id = idCursor.read(idText);
  if (id === null || rest.length > 0 || (group !== 'waiting' && group !== 'answered')) return null;
  return { isAnswered: group === 'answered', id };
};
