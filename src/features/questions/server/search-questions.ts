import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { members } from '#core/auth/server/tables.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Page } from '#platform/server/http/pagination.ts';
import type { Viewer } from './present-question.ts';
import { findQuestions, type QuestionRow } from './queries.ts';
import { questions } from './tables.ts';

export interface QuestionSearch {
  readonly in: 'title' | 'content';
  readonly keyword: string;
  readonly mine: boolean;
}

/** A page of n rows may scan this many questions times the square root of n; beyond that the index is cheaper. */
const SCAN_BUDGET = 400;

/** Excludes secret questions of others, except for admins, so that a search reveals nothing of them. */
const isVisibleTo = (reader: Viewer | null): SQL => {
  if (reader?.role === 'ADMIN') return sql`true`;
  const isOpen = eq(questions.secret, false);
  return (reader === null ? isOpen : or(isOpen, eq(questions.memberId, reader.id))) ?? isOpen;
};

/** Case folding is skipped when the keyword has no case, because it takes longer than the search. */
const hasCase = (keyword: string): boolean => keyword.toLowerCase() !== keyword.toUpperCase();

type TextColumn = typeof questions.title | typeof questions.content;

/** Uses `strpos`, which has no wildcards to escape. */
const contains = (text: TextColumn, keyword: string): SQL =>
  hasCase(keyword)
    ? sql`strpos(fold_case(${text}), fold_case(${keyword})) > 0`
    : sql`strpos(${text}, ${keyword}) > 0`;

const isBefore = (after: number | null): SQL =>
  after === null ? sql`true` : sql`${questions.id} < ${after}`;

/** Searches the newest questions only, which suffices for frequent words. */
const withinNewest = (condition: SQL, { limit, after }: Page<number>): SQL => sql`${questions.id} in (
  select id from (
    select * from questions where ${isBefore(after)}
    order by id desc limit ${Math.ceil(SCAN_BUDGET * Math.sqrt(limit))}
  ) as questions
  where ${condition} order by id desc limit ${limit})`;

/** Searches by the bigram index. Materialised, because otherwise the planner may scan all questions for the order and limit. */
const byIndex = (text: TextColumn, keyword: string, condition: SQL, { limit, after }: Page<number>): SQL =>
  sql`${questions.id} in (
  with found as materialized (
    select id from questions
    where search_bigrams(${text}) @> keyword_bigrams(${keyword}) and ${condition} and ${isBefore(after)}
  )
  select id from found order by id desc limit ${limit})`;

/** Matches a part of the title, the content or the author's name. */
export const matchesKeyword = (keyword: string): SQL => {
  const withText = (text: TextColumn): SQL => sql`select ${questions.id} from ${questions}
    where search_bigrams(${text}) @> keyword_bigrams(${keyword}) and ${contains(text, keyword)}`;
  return sql`${questions.id} in (
    ${withText(questions.title)} union ${withText(questions.content)}
    union select ${questions.id} from ${questions} join ${members} on ${members.id} = ${questions.memberId}
      where strpos(lower(${members.name}), lower(${keyword})) > 0)`;
};

/** Returns the newest matches. A search of all questions scans the newest ones, and uses the index when these do not fill the page. */
export const searchQuestions = async (
  db: Db,
  reader: Viewer | null,
  { in: field, keyword, mine }: QuestionSearch,
  page: Page<number>,
): Promise<QuestionRow[]> => {
  const text = field === 'title' ? questions.title : questions.content;
  if (mine) {
    if (reader === null) return [];
    return findQuestions(db, page, and(eq(questions.memberId, reader.id), contains(text, keyword)));
  }
  const condition = sql`${contains(text, keyword)} and ${isVisibleTo(reader)}`;
  const rows = await findQuestions(db, page, withinNewest(condition, page));
  if (rows.length === page.limit) return rows;
  return findQuestions(db, page, byIndex(text, keyword, condition, page));
};
