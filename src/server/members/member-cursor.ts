export interface MemberCursor {
  /** Microseconds since 1970. */
  readonly createdAt: string;
  readonly id: string;
}

const CURSOR_PATTERN = /^([0-9]{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** `1795222800000000.0b0d6c3e-…` */
const encodeMemberCursor = ({ createdAt, id }: MemberCursor): string => `${createdAt}.${id}`;

const decodeMemberCursor = (cursor: string): MemberCursor | null => {
  const [, createdAt, id] = CURSOR_PATTERN.exec(cursor) ?? [];
  return createdAt === undefined || id === undefined ? null : { createdAt, id };
};

export const memberCursor = { read: decodeMemberCursor, write: encodeMemberCursor };
