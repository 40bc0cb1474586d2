const MAX_ATTEMPTS = 3;
/** Longer waits mean an exhausted rate limit, which is reported instead of retried. */
const MAX_RETRY_AFTER_S = 2;

const delay = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * Sends an idempotent request and retries it when the server is overloaded (429 with a short Retry-After). The delay is random, so that
 * clients rejected together do not retry together.
 */
export const sendWithRetry = async (send: () => Promise<Response>): Promise<Response> => {
  for (let times = 1; ; times += 1) {
    const response = await send();
    const wait = Number(response.headers.get('retry-after'));
    if (response.status !== 429 || times === MAX_ATTEMPTS || !(wait > 0 && wait <= MAX_RETRY_AFTER_S))
      return response;
    await delay(wait * 1_000 * (1 + Math.random()));
  }
};
