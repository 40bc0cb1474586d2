import { refuse } from '#contract/errors.ts';

/** The place of a member in a list that is newest first. */
export interface MemberPlace {
  /** Microseconds since 1970. */
  readonly createdAt: string;
  readonly id: string;
}

const CURSOR = /^([0-9]{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** `1795222800000000.0b0d6c3e-…` */
export const writeMemberCursor = ({ createdAt, id }: MemberPlace): string => `${createdAt}.${id}`;

/** The place that a cursor names; null for the first page. */
export const readMemberCursor = (cursor: string | undefined): MemberPlace | null => {
  if (cursor === undefined) return null;
  const [, createdAt, id] = CURSOR.exec(cursor) ?? [];
  if (createdAt === undefined || id === undefined)
    throw refuse('INVALID_INPUT', { fields: { cursor: '잘못된 목록 위치입니다.' } });
  return { createdAt, id };
};
