import { sendTimedRequest, newIp } from './http-client.ts';

/** Sends the requests one after the other, so that none waits for another. Returns milliseconds. */
export const measureLatencies = async (
  url: URL,
  count: number,
  token: string | undefined,
): Promise<number[]> => {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const auth = token === undefined ? {} : { token };
    const { status, milliseconds } = await sendTimedRequest(url, { method: 'GET', ip: newIp(), ...auth });
    if (status !== 200) throw new Error(`${url.pathname} returned ${status}`);
    times.push(milliseconds);
  }
  return times;
};
