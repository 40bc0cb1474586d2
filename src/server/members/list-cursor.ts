export interface MemberPlace {
  /** Microseconds since 1970. */
  readonly createdAt: string;
  readonly id: string;
}

const CURSOR = /^([0-9]{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** `1795222800000000.0b0d6c3e-…` */
export const writeMemberCursor = ({ createdAt, id }: MemberPlace): string => `${createdAt}.${id}`;

export const readMemberCursor = (cursor: string): MemberPlace | null => {
  const [, createdAt, id] = CURSOR.exec(cursor) ?? [];
  return createdAt === undefined || id === undefined ? null : { createdAt, id };
};
