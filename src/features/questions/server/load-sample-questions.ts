import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { members } from '#core/auth/server/tables.ts';
import { DAY_MS } from '#platform/contract/durations.ts';
import type { Db } from '#platform/server/db/database.ts';
import { answers, questions } from './tables.ts';

const sampleQuestions = z.array(
  z.object({
    title: z.string(),
    content: z.string(),
    memberName: z.string(),
    daysAgo: z.number(),
    answer: z.nullable(z.object({ content: z.string(), daysAgo: z.number() })),
  }),
);

/** Inserts sample questions whose authors cannot log in. The caller checks that there are no questions yet. */
export const loadSampleQuestions = async (db: Db, now: Date): Promise<number> => {
  const samples = z.parse(sampleQuestions, JSON.parse(await readFile('sample/questions.json', 'utf8')));
  const oldestFirst = samples.toSorted((a, b) => b.daysAgo - a.daysAgo);
  const at = (daysAgo: number): Date => new Date(now.getTime() - daysAgo * DAY_MS);
  await db.transaction(async (tx) => {
    for (const sample of oldestFirst) {
      const createdAt = at(sample.daysAgo);
      const [author] = await tx
        .insert(members)
        .values({ name: sample.memberName, createdAt })
        .returning({ id: members.id });
      if (author === undefined) throw new Error('no author was inserted');
      const [question] = await tx
        .insert(questions)
        .values({ memberId: author.id, title: sample.title, content: sample.content, createdAt })
        .returning({ id: questions.id });
      if (question === undefined || sample.answer === null) continue;
      await tx.insert(answers).values({
        questionId: question.id,
        content: sample.answer.content,
        createdAt: at(sample.answer.daysAgo),
      });
    }
  });
  return samples.length;
};
