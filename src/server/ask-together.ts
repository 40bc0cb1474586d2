import DataLoader from 'dataloader';

/**
 * Those who ask in one turn of the loop are answered together, at most `most` at once and each with the answer in their place: the
 * less work for each the more come, and nobody is told anything from before they asked. What fails, fails for all of them.
 */
export const askTogether = <Question, Answer>(
  answerAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  most = Number.POSITIVE_INFINITY,
): ((question: Question) => Promise<Answer>) => {
  const loader = new DataLoader<Question, Answer>(answerAll, {
    cache: false,
    maxBatchSize: most,
    batchScheduleFn: (send) => void setImmediate(send),
  });
  return (question) => loader.load(question);
};
