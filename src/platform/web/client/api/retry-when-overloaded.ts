const MAX_ATTEMPTS = 3;
/** The server usually asks for longer delays when a rate limit is used up; such requests are not retried. */
const MAX_RETRY_AFTER_S = 2;

export const delay = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * Sends a request and retries it at most twice when the server is overloaded (429 with a short `Retry-After`). A random extra
 * delay spreads the retries of many clients.
 */
export const retryWhenOverloaded = async (send: () => Promise<Response>): Promise<Response> => {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send();
    const retryAfterS = Number(response.headers.get('retry-after'));
    if (
      response.status !== 429 ||
      attempt === MAX_ATTEMPTS ||
      !(retryAfterS > 0 && retryAfterS <= MAX_RETRY_AFTER_S)
    )
      return response;
    await delay(retryAfterS * 1_000 * (1 + Math.random()));
  }
};
