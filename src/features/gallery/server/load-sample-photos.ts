import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { coverOf, photoCategory, REPRESENTATIVE } from '#core/files/contract/photos.ts';
import { contentTypeOf, keysOf } from '#core/files/server/renditions/rendition-sizes.ts';
import { photos } from '#core/files/server/tables.ts';
import type { Deps } from '#platform/server/deps.ts';
import { sha256Hex } from '#platform/server/files/sha256.ts';

const samplePhoto = z.object({
  file: z.string(),
  category: photoCategory,
  titleKo: z.string(),
  altKo: z.string(),
  isMain: z.boolean(),
  isHero: z._default(z.boolean(), false),
  focus: z.object({ x: z.number(), y: z.number() }),
});
type SamplePhoto = z.output<typeof samplePhoto>;
type NewPhoto = typeof photos.$inferInsert;

const renderedSample = z.object({
  savedFileName: z.string(),
  width: z.number(),
  height: z.number(),
  widths: z.array(z.number()),
  placeholder: z.string(),
});
const renderedSamples = z.record(z.string(), renderedSample);
type RenderedSample = z.output<typeof renderedSample>;

const readJson = async <S extends z.ZodMiniType>(schema: S, file: string): Promise<z.output<S>> =>
  z.parse(schema, JSON.parse(await readFile(file, 'utf8')));

/** Copies a photo's files into the store and returns their checksums. */
const copyFiles = (storage: Deps['storage'], folder: string, facts: RenderedSample): Promise<string[]> =>
  Promise.all(
    keysOf(facts).map(async (key) => {
      const bytes = await readFile(path.join(folder, key));
      await storage.put(key, bytes, contentTypeOf(key) ?? '');
      return sha256Hex(bytes);
    }),
  );

const rowsOf = (
  photo: SamplePhoto,
  facts: RenderedSample & { readonly checksums: string[] },
  position: number,
): NewPhoto[] => {
  const { focus, category, titleKo: title, altKo: alt } = photo;
  const row = { ...facts, category, title, alt, position, focusX: focus.x, focusY: focus.y };
  return [
    row,
    ...(photo.isMain && category !== REPRESENTATIVE ? [{ ...row, category: coverOf(category) }] : []),
    ...(photo.isHero ? [{ ...row, category: REPRESENTATIVE }] : []),
  ];
};

const readIndex = (folder: string) => readJson(renderedSamples, path.join(folder, 'derived', 'index.json'));

export const readSampleFileNames = async (): Promise<string[]> =>
  Object.values(await readIndex('sample')).map(({ savedFileName }) => savedFileName);

/** Publishes the sample photos in a database without photos; returns how many. `folder` is `sample/` with prepared renditions. */
export const loadSamplePhotos = async (
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  folder: string,
): Promise<number> => {
  if ((await db.$count(photos)) > 0) return 0;
  const samples = await readJson(z.array(samplePhoto), path.join(folder, 'photos.json'));
  const index = await readIndex(folder);
  const rows: NewPhoto[] = [];
  for (const [position, photo] of samples.entries()) {
    const facts = index[photo.file];
    if (facts === undefined) throw new Error(`no renditions of ${photo.file}: run npm run sample:build`);
    const checksums = await copyFiles(storage, path.join(folder, 'derived'), facts);
    rows.push(...rowsOf(photo, { ...facts, checksums }, position));
  }
  // The first of the list gets the highest id, so it is the newest.
  await db.insert(photos).values(rows.toReversed()).onConflictDoNothing();
  return samples.length;
};
