type Payload = Record<string, unknown>;

/** The in-memory storage of an `oidc-provider`. Separate from it, so that rotating keys keeps codes, grants and tokens. */
export const createOidcAdapter = () => {
  const rows = new Map<string, Payload>();
  const find = (matches: (payload: Payload, key: string) => boolean): Payload | undefined =>
    [...rows].find(([key, payload]) => matches(payload, key))?.[1];

  return (model: string) => {
    const keyOf = (id: string): string => `${model}:${id}`;
    return {
      upsert: async (id: string, payload: Payload) => void rows.set(keyOf(id), payload),
      find: async (id: string) => rows.get(keyOf(id)),
      findByUid: async (uid: string) =>
        find((payload, key) => key.startsWith(`${model}:`) && payload['uid'] === uid),
      findByUserCode: async () => undefined,
      destroy: async (id: string) => void rows.delete(keyOf(id)),
      consume: async (id: string) => {
        const payload = rows.get(keyOf(id));
        if (payload !== undefined) payload['consumed'] = Math.floor(Date.now() / 1_000);
      },
      revokeByGrantId: async (grantId: string) => {
        for (const [key, payload] of rows) if (payload['grantId'] === grantId) rows.delete(key);
      },
    };
  };
};
