import { readBounded } from '../../async/read-bounded.ts';

/** The largest response body that is read from a provider. */
const MAX_RESPONSE_BYTES = 65_536;

const NULL_BODY_STATUSES = new Set([204, 205, 304]);

/** `fetch` that follows no redirect. Resolves when the whole body has arrived, of at most 64 KiB, and rejects for a larger one. */
export const fetchBounded = async (url: string | URL, init: RequestInit): Promise<Response> => {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const tooLarge = () => new Error('the answer is too large');
  const bytes = await readBounded(response.body, MAX_RESPONSE_BYTES, tooLarge);
  const { status, headers } = response;
  return new Response(NULL_BODY_STATUSES.has(status) ? null : bytes, { status, headers });
};

/** GETs JSON with the user's access token. Rejects unless the status is 200. */
export const fetchProfile = async (url: URL, accessToken: string, signal: AbortSignal): Promise<string> => {
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
  const response = await fetchBounded(url, { headers, signal });
  if (response.status !== 200) throw new Error(`the profile answered ${response.status}`);
  return response.text();
};

/** POSTs a form, for unlinking; null when the request fails or the response is too large. */
export const postForm = async (
  url: URL,
  form: Record<string, string>,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string } | null> => {
  try {
    const response = await fetchBounded(url, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
      signal,
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
};
