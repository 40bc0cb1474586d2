import type { Section } from '#core/content/contract/studio-settings.ts';
import type { TestApp } from '#test/test-app.ts';

/** Publishes a change of the newest version of a section. */
export const publishChange = async (
  app: TestApp,
  { accessToken: token }: { readonly accessToken: string },
  section: string,
  change: (body: Section['body']) => object,
): Promise<void> => {
  const path = `/api/admin/settings/${section}`;
  const { body, version } = (await (await app.get(path, { token })).json()) as Section;
  const edit = { body: { ...body, ...change(body) }, baseVersion: version };
  const response = await app.post(`${path}/publish`, edit, { token });
  if (response.status !== 200) throw new Error(`not published: ${await response.text()}`);
};
