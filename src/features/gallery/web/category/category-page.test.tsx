import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Photo } from '#core/files/contract/photos.ts';
import type { Api } from '#platform/web/client/api/api.ts';
import { contentAnswers, siteContent } from '#test/factories/site-content.ts';
import { CategoryPage, loadCategory } from './category-page.tsx';

const photoNumber = (id: number): Photo => ({
  id,
  imageUrl: `/photos/p${id}.jpg`,
  savedFileName: `p${id}`,
  category: 'FOOD',
  width: 2000,
  height: 1333,
  alt: `${id}번째 접시`,
  placeholder: 'data:image/webp;base64,AA==',
  focus: { x: 50, y: 50 },
  sources: [{ type: 'image/avif', srcset: `/photos/p${id}-480.avif 480w` }],
});

const content = contentAnswers();
/** `respond` answers the request for photos. */
const apiWith = (respond: () => Promise<unknown>): Api => ({
  call: (endpoint) => (content.has(endpoint) ? Promise.resolve(content.get(endpoint)) : respond()) as never,
  callPage: () => respond() as never,
});

const render = async (path: string, api: Api) => {
  const handler = createStaticHandler([
    {
      id: 'root',
      loader: () => siteContent.studio,
      children: [
        {
          path: '/category/:categoryId',
          Component: CategoryPage,
          loader: loadCategory(api),
          ErrorBoundary: () => null,
        },
      ],
    },
  ]);
  const context = await handler.query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error('redirected');
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  return { status: context.statusCode, html };
};

const withPhotos = apiWith(() => Promise.resolve([1, 2, 3].map(photoNumber)));

test('a category page shows its photos, the package contents and the booking link, in any letter case of the URL', async () => {
  const { status, html } = await render('/category/food', withPhotos);
  expect(status).toBe(200);
  expect(html).toContain('음식');
  expect(html).toContain('600,000원~');
  expect(html).toContain('메뉴 5가지');
  expect(html).toContain('href="/reserve/date?category=FOOD"');
  expect(html.replaceAll('<!-- -->', '')).toContain('1 / 3');
});

test.each(['imageUrl', 'url', 'image', 'path'])(
  '@3-photo-places photos with only the field %s are shown as plain images',
  async (field) => {
    const photos = [{ [field]: '/pictures/1.jpg' }, { [field]: '/pictures/2.jpg' }];
    const { status, html } = await render(
      '/category/FOOD',
      apiWith(() => Promise.resolve(photos)),
    );
    expect(status).toBe(200);
    expect(html).toContain('src="/pictures/1.jpg"');
    expect(html).toContain('src="/pictures/2.jpg"');
    expect(html.replaceAll('<!-- -->', '')).toContain('1 / 2');
    expect(html).not.toMatch(/<source|NaN|undefined/);
  },
);

test('a category page loads only its first photo eagerly', async () => {
  const { html } = await render('/category/FOOD', withPhotos);
  const withoutHeld = html.replaceAll(/<noscript>.*?<\/noscript>/g, '');
  expect(withoutHeld).toContain('/photos/p1.jpg');
  expect(withoutHeld).not.toContain('/photos/p2.jpg');
  expect(html).toContain('/photos/p2.jpg');
});

test('a category page shows an empty state without photos, also when they failed to load', async () => {
  for (const api of [apiWith(() => Promise.resolve([])), apiWith(() => Promise.reject(new Error('down')))]) {
    const { status, html } = await render('/category/WEDDING', api);
    expect(status).toBe(200);
    expect(html).toContain('이미지가 없습니다.');
    expect(html).toContain('상담 후 안내');
    expect(html).toContain('href="/reserve/date?category=WEDDING"');
  }
});

test.each(['/category/PORTRAIT', '/category/REPRESENTATIVE', '/category/FOOD_MAIN'])(
  '%s responds with 404',
  async (path) => {
    const { status } = await render(path, withPhotos);
    expect(status).toBe(404);
  },
);
