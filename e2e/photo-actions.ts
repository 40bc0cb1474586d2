import { randomBytes } from 'node:crypto';
import type { Page, TestInfo } from '@playwright/test';
import sharp from 'sharp';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { requestAs } from './admin-actions.ts';
import { expect } from './fixtures.ts';
import { mouseInput, type InputMode } from './input-modes.ts';

export interface PhotoFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Creates a photo that is large enough to be uploaded without a notice, with random color and noise, so that its content is unique. */
export const createJpeg = async (name: string, width = 1600): Promise<PhotoFile> => {
  const [red = 0, green = 0, blue = 0] = randomBytes(3);
  const buffer = await sharp({
    create: { width, height: 400, channels: 3, background: { r: red, g: green, b: blue } },
  })
    .composite([{ input: randomBytes(48 * 48 * 3), raw: { width: 48, height: 48, channels: 3 } }])
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
};

/** The category for uploads of this project, so that projects do not interfere. */
export const galleryOf = ({ project }: TestInfo, which: 'journey' | 'trouble'): PhotoCategory => {
  const [phone, desk] =
    which === 'journey' ? (['WEDDING', 'PRODUCT'] as const) : (['LANDSCAPE', 'FOOD'] as const);
  return project.name === 'phone' ? phone : desk;
};

export const listPhotos = async (
  page: Page,
  token: string,
  category: PhotoCategory,
): Promise<readonly AdminPhoto[]> => {
  const { status, body } = await requestAs(page, token, `/api/admin/photo?category=${category}`);
  expect(status).toBe(200);
  return body as AdminPhoto[];
};

/** Deletes photos that a test uploaded. */
export const removePhotos = async (
  page: Page,
  token: string,
  category: PhotoCategory,
  names: readonly string[],
): Promise<void> => {
  for (const { id, originalFileName } of await listPhotos(page, token, category)) {
    if (!names.includes(originalFileName)) continue;
    await page.request.delete(`/api/admin/photo/${id}`, { headers: { authorization: `Bearer ${token}` } });
  }
};

/** Chooses files with the upload button. */
export const chooseFilesWith = async (input: InputMode, page: Page, ...files: PhotoFile[]): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await input.press(page.getByRole('button', { name: '파일 선택' }));
  await (await chooser).setFiles(files);
};
export const chooseFiles = (page: Page, ...files: PhotoFile[]): Promise<void> =>
  chooseFilesWith(mouseInput(page), page, ...files);

/** Drops files on the page or pastes them. */
export const dropOrPasteFiles = async (
  page: Page,
  type: 'drop' | 'paste',
  ...files: PhotoFile[]
): Promise<void> => {
  const given = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    bytes: buffer.toString('base64'),
  }));
  await page.evaluate(
    ([event, list]) => {
      const data = new DataTransfer();
      for (const { name, mimeType, bytes } of list)
        data.items.add(
          new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name, {
            type: mimeType,
          }),
        );
      const target = document.querySelector('main') ?? document.body;
      const options = { bubbles: true, cancelable: true };
      if (event === 'drop') {
        target.dispatchEvent(new DragEvent('dragover', { ...options, dataTransfer: data }));
        target.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }));
      } else target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
    },
    [type, given] as const,
  );
};

export const queuedUpload = (page: Page, name: string) =>
  page.getByRole('list', { name: '업로드할 사진' }).getByRole('listitem').filter({ hasText: name });

/** The photos of the admin page, in order. */
export const photoTiles = (page: Page) => page.locator('section[aria-labelledby="category-title"] ol > li');
