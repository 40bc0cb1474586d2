import { and, eq, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { questions } from '#server/db/schema.ts';
import type { QuestionRow, Reader } from './present-question.ts';
import { findNewestFirst } from './queries.ts';
import type { Page } from './queries.ts';

export interface Search {
  readonly in: 'title' | 'content';
  readonly keyword: string;
  /** Among one's own only. */
  readonly mine: boolean;
}

/**
 * So many inquiries are looked through for a page of one row, and times the root of its length for longer ones: as many
 * as the index at most has to fetch when they do not hold a page.
 */
const WALK = 400;

/** What this reader can find: others' secret posts are not looked into, so that no search tells what they hold. */
const isOpenTo = (reader: Reader | null): SQL => {
  if (reader?.role === 'ADMIN') return sql`true`;
  const isOpen = eq(questions.secret, false);
  return (reader === null ? isOpen : or(isOpen, eq(questions.memberId, reader.id))) ?? isOpen;
};

/** Few Korean words have letters of two cases, and to fold a text takes ten times as long as to look through it. */
const hasCase = (keyword: string): boolean => keyword.toLowerCase() !== keyword.toUpperCase();

type TextColumn = typeof questions.title | typeof questions.content;

/** Literal, whatever the case: `strpos` knows no wildcards. */
const holds = (text: TextColumn, keyword: string): SQL =>
  hasCase(keyword)
    ? sql`strpos(fold_case(${text}), fold_case(${keyword})) > 0`
    : sql`strpos(${text}, ${keyword}) > 0`;

const isBefore = (after: number | null): SQL =>
  after === null ? sql`true` : sql`${questions.id} < ${after}`;

/** Among the newest only. Finds a page of what many ask about. */
const amongNewest = (condition: SQL, { limit, after }: Page): SQL => sql`${questions.id} in (
  select id from (
    select * from questions where ${isBefore(after)}
    order by id desc limit ${Math.ceil(WALK * Math.sqrt(limit))}
  ) as questions
  where ${condition} order by id desc limit ${limit})`;

/**
 * By the pairs of letters, all there are. What they narrow it to is made a table of its own: with the order and the limit
 * in sight the planner may rather walk through all inquiries.
 */
const byIndex = (text: TextColumn, keyword: string, condition: SQL, { limit, after }: Page): SQL =>
  sql`${questions.id} in (
  with found as materialized (
    select id from questions
    where search_grams(${text}) @> keyword_grams(${keyword}) and ${condition} and ${isBefore(after)}
  )
  select id from found order by id desc limit ${limit})`;

/** Newest first. Either the newest hold a page of it, or it is rare enough for the index. */
export const searchQuestions = async (
  db: Db,
  reader: Reader | null,
  { in: field, keyword, mine }: Search,
  page: Page,
): Promise<QuestionRow[]> => {
  const text = field === 'title' ? questions.title : questions.content;
  if (mine) {
    if (reader === null) return [];
    return findNewestFirst(db, and(eq(questions.memberId, reader.id), holds(text, keyword)), page);
  }
  const condition = sql`${holds(text, keyword)} and ${isOpenTo(reader)}`;
  const rows = await findNewestFirst(db, amongNewest(condition, page), page);
  if (rows.length === page.limit) return rows;
  return findNewestFirst(db, byIndex(text, keyword, condition, page), page);
};
