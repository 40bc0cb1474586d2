/** The largest response that is read from a provider, in bytes. */
const MAX_RESPONSE_BYTES = 65_536;

const NULL_BODY_STATUSES = new Set([204, 205, 304]);

const readBytes = async (response: Response): Promise<Buffer> => {
  const body: ReadableStream<Uint8Array> | null = response.body;
  if (body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_RESPONSE_BYTES) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** `fetch` without redirects. Resolves when the whole body of at most 64 KiB has arrived; rejects when `signal` aborts. */
export const fetchBounded = async (url: string | URL, init: RequestInit): Promise<Response> => {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const bytes = await readBytes(response);
  const { status, headers } = response;
  return new Response(NULL_BODY_STATUSES.has(status) ? null : new Uint8Array(bytes), { status, headers });
};

/** GETs JSON with the user's access token. Rejects unless the status is 200. */
export const fetchProfile = async (url: URL, accessToken: string, signal: AbortSignal): Promise<string> => {
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
  const response = await fetchBounded(url, { headers, signal });
  if (response.status !== 200) throw new Error(`the profile answered ${response.status}`);
  return response.text();
};

/** POSTs a form, for unlinking; null when no response arrived. */
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
