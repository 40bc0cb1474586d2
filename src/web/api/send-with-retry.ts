const MAX_ATTEMPTS = 3;
/** Seconds. Who is told to stay away for longer has used up a limit, and waiting would not look like reading. */
const MAX_RETRY_AFTER_S = 2;

const delay = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * Sends what may be sent twice, and again when the server has no room for it at this moment (429, to be asked in a second). Those who
 * were turned away together do not come back together.
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
