import { renderToString } from 'react-dom/server';
import {
  type RouteObject,
  createMemoryRouter,
  createStaticHandler,
  createStaticRouter,
  RouterProvider,
  StaticRouterProvider,
} from 'react-router';
import { describe, expect, test } from 'vitest';
import { legalEndpoints } from '#core/content/contract/legal/documents.ts';
import { studioEndpoints } from '#core/content/contract/studio.ts';
import { coverOf, photoEndpoints, REPRESENTATIVE, type Photo } from '#core/files/contract/photos.ts';
import { LegalDocumentText } from '#features/pages/web/legal-page.tsx';
import { questionEndpoints } from '#features/questions/contract/questions.ts';
import { ReservePage, loadReserve } from '#features/reservations/web/booking/reserve-page.tsx';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { Api } from '#platform/web/client/api/api.ts';
import { defaultCategories } from '#test/factories/default-categories.ts';
import { contentAnswers, documentOf, siteContent } from '#test/factories/site-content.ts';
import { HomePage, loadHome } from './home-page.tsx';
import { IntroducePage, loadIntroduce } from './introduce-page.tsx';
import { PricePage, loadPrice, priceMeta } from './price-page.tsx';

const photo: Photo = {
  id: 1,
  imageUrl: '/photos/hero.jpg',
  savedFileName: 'hero',
  category: 'REPRESENTATIVE',
  width: 2000,
  height: 1333,
  alt: '햇살이 드는 스튜디오',
  placeholder: 'data:image/webp;base64,AA==',
  focus: { x: 50, y: 50 },
  sources: [],
};
const question = {
  id: 7,
  title: '<b>촬영</b> 문의',
  content: '본문은 첫 화면에 실리지 않습니다.',
  memberName: '김*수',
  createdAt: '2026-11-20T00:00:00.000Z',
  answered: true,
  answer: null,
  mine: false,
  secret: false,
};

/** Answers with the content of a new site and `responses`. All other requests fail. */
const apiWith = (responses: ReadonlyMap<Endpoint, unknown>): Api => {
  const all = new Map<Endpoint, unknown>([
    ...contentAnswers(),
    [legalEndpoints.legalDocument, siteContent.legal.refund],
    ...responses,
  ]);
  return {
    call: (endpoint) =>
      (all.has(endpoint) ? Promise.resolve(all.get(endpoint)) : Promise.reject(new Error('down'))) as never,
    callPage: () => Promise.reject(new Error('unexpected request')),
  };
};

const render = async (page: RouteObject): Promise<string> => {
  const handler = createStaticHandler([
    {
      id: 'root',
      loader: () => siteContent.studio,
      children: [{ index: true, ...page }],
    },
  ] as RouteObject[]);
  const context = await handler.query(new Request('http://localhost/'));
  if (context instanceof Response) throw new Error('redirected');
  expect(context.errors).toBeNull();
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
};

describe('home', () => {
  test('the home page shows the hero photo and links to every category', async () => {
    const html = await render({
      Component: HomePage,
      loader: loadHome(
        apiWith(
          new Map<Endpoint, unknown>([
            [photoEndpoints.homePhotos, { REPRESENTATIVE: photo }],
            [questionEndpoints.listQuestions, [question]],
          ]),
        ),
      ),
    });
    expect(html).toContain('alt="햇살이 드는 스튜디오"');
    expect(html).toMatch(/fetchPriority="high"/i);
    for (const type of ['LANDSCAPE', 'PRODUCT', 'FOOD', 'WEDDING'])
      expect(html).toContain(`href="/category/${type}"`);
    expect(html.match(/대표 이미지가 없습니다\./g)).toHaveLength(4);
    expect(html).toContain('&lt;b&gt;촬영&lt;/b&gt; 문의');
    expect(html).toContain('김*수');
    expect(html).toContain('답변 완료');
    expect(html).not.toContain(question.content);
    expect(html).toContain('href="https://social.example/studio"');
  });

  test('the home page links to the newest answered public questions', async () => {
    const questions = [
      { ...question, id: 16, title: '기다리는 문의', answered: false },
      { ...question, id: 15, title: '비밀글입니다.', secret: true },
      ...[14, 13, 12, 11].map((id) => ({ ...question, id, title: `답변된 문의 ${id}` })),
    ];
    const api = apiWith(new Map([[questionEndpoints.listQuestions, questions]]));
    const html = await render({ Component: HomePage, loader: loadHome(api) });
    for (const id of [14, 13, 12]) expect(html).toMatch(`href="/question#question-${id}"`);
    expect(html).not.toMatch(/기다리는 문의|비밀글입니다|답변된 문의 11/);
  });

  test('the home page leaves out the latest questions while none is answered', async () => {
    const api = apiWith(new Map([[questionEndpoints.listQuestions, [{ ...question, answered: false }]]]));
    const html = await render({ Component: HomePage, loader: loadHome(api) });
    expect(html).not.toContain('최근 문의');
  });

  const homePlaces = [REPRESENTATIVE, ...defaultCategories.map(coverOf)];

  test.each(['imageUrl', 'url', 'image', 'path'])(
    '@3-photo-places the home page shows photos with only the field %s as plain images',
    async (field) => {
      const photos = Object.fromEntries(
        homePlaces.map((category) => [category, { [field]: `/pictures/${category}.jpg` }]),
      );
      const api = apiWith(new Map([[photoEndpoints.homePhotos, photos]]));
      const html = await render({ Component: HomePage, loader: loadHome(api) });
      for (const category of homePlaces) expect(html).toContain(`src="/pictures/${category}.jpg"`);
      expect(html).not.toMatch(/<source|NaN|undefined|대표 이미지가 없습니다/);
    },
  );

  test('the home page shows a placeholder for photos without a URL', async () => {
    const photos = { REPRESENTATIVE: { savedFileName: 'hero' }, FOOD_MAIN: { imageUrl: '' } };
    const api = apiWith(new Map([[photoEndpoints.homePhotos, photos]]));
    const html = await render({ Component: HomePage, loader: loadHome(api) });
    expect(html.match(/대표 이미지가 없습니다\./g)).toHaveLength(5);
  });

  test('the home page renders without photos and questions when these requests fail', async () => {
    const html = await render({ Component: HomePage, loader: loadHome(apiWith(new Map())) });
    expect(html.match(/대표 이미지가 없습니다\./g)).toHaveLength(5);
    expect(html).toContain('예약하기');
    expect(html).not.toContain('최근 문의');
  });
});

test('the introduction shows the address, map links and a number that calls', async () => {
  const html = await render({ Component: IntroducePage, loader: loadIntroduce(apiWith(new Map())) });
  const query = encodeURIComponent('서울특별시 종로구 사진로 1');
  expect(html).toContain('서울특별시 종로구 사진로 1');
  expect(html).toContain(`href="https://map.naver.com/p/search/${query}"`);
  expect(html).toContain(`href="https://map.kakao.com/link/search/${query}"`);
  expect(html).toContain('href="tel:021234567"');
});

test('the introduction shows its text with and without a photo', async () => {
  const withPhoto = apiWith(new Map([[photoEndpoints.categoryPhotos, [photo]]]));
  expect(await render({ Component: IntroducePage, loader: loadIntroduce(withPhoto) })).toContain(
    '/photos/hero.jpg',
  );
  expect(await render({ Component: IntroducePage, loader: loadIntroduce(apiWith(new Map())) })).toContain(
    '순간을 남깁니다',
  );
});

test('@3-photo-places the introduction shows a photo with only the field url', async () => {
  const api = apiWith(new Map([[photoEndpoints.categoryPhotos, [{ url: '/pictures/studio.jpg' }]]]));
  expect(await render({ Component: IntroducePage, loader: loadIntroduce(api) })).toContain(
    'src="/pictures/studio.jpg"',
  );
});

test('@9-price-landscape @9-price-product @9-price-food @9-price-wedding the price page shows the specified prices and three booking links', async () => {
  const html = await render({ Component: PricePage, loader: loadPrice(apiWith(new Map())) });
  for (const text of [
    '500,000원~',
    '촬영 2시간',
    '원본 200장 이상',
    '보정본 10장',
    '앨범 1권',
    '450,000원~',
    '제품 최대 10점',
    '보정본 20장',
    '600,000원~',
    '메뉴 5가지',
    '푸드 스타일링',
    '보정본 15장',
    '상담 후 안내',
  ]) {
    expect(html).toContain(text);
  }
  expect(html.match(/href="\/reserve\/date\?category=(LANDSCAPE|PRODUCT|FOOD)"/g)).toHaveLength(3);
  expect(html).toContain('href="/reserve/date?category=WEDDING"');
});

describe('a package on the price page', () => {
  const showPrice = (answers: readonly (readonly [Endpoint, unknown])[]) =>
    render({ Component: PricePage, loader: loadPrice(apiWith(new Map(answers))) });

  test('shows its facts, each only once, and its options with their prices', async () => {
    const [first] = siteContent.packages;
    const options = '추가 보정 1장 20,000원\n새벽 촬영 상담 후 안내\n추가 원본\n먼 곳 출장 5만원부터';
    const item = { ...first, shootingTime: '2시간', retouched: '10장', delivery: '3주', options };
    const html = await showPrice([[studioEndpoints.packages, [item]]]);
    for (const fact of ['촬영 2시간', '보정본 10장', '전달까지 3주', '원본 200장 이상'])
      expect(html.split(`>${fact}</li>`), fact).toHaveLength(2);
    expect(html).toContain('추가 선택');
    for (const [name, price] of [
      ['추가 보정 1장', '20,000원'],
      ['새벽 촬영 상담 후 안내', ''],
      ['추가 원본', ''],
      ['먼 곳 출장', '5만원부터'],
    ] as const)
      expect(html).toContain(`<span>${name}</span> <span class="tabular">${price}</span>`);
  });

  test.each([
    ['empty', { shootingTime: '', retouched: '', delivery: '', options: '' }, { stepsTitle: '', steps: [] }],
    ['absent, as in what was published earlier', {}, {}],
    ['a title without steps', {}, { stepsTitle: '이렇게 진행됩니다', steps: [] }],
  ])('shows nothing for facts, options and steps that are %s', async (_, facts, steps) => {
    const { lead, refundTitle, description } = siteContent.pages.price;
    const packages = siteContent.packages.map(
      ({ shootingTime: _time, retouched: __, delivery: ___, options: ____, ...item }) => ({
        ...item,
        includes: ['앨범 1권'],
        ...facts,
      }),
    );
    const price = { lead, refundTitle, description, ...steps };
    const html = await showPrice([
      [studioEndpoints.packages, packages],
      [studioEndpoints.pages, { ...siteContent.pages, price }],
    ]);
    expect(html.match(/앨범 1권/g)).toHaveLength(4);
    expect(html).not.toMatch(/추가 선택|전달까지|>촬영 |>보정본|진행됩니다|undefined/);
  });

  test('has a frame, if empty, whenever another one has a photo', async () => {
    const [first, ...others] = siteContent.packages;
    const countBoxes = async (item: unknown) =>
      (await showPrice([[studioEndpoints.packages, [item, ...others]]])).match(/<div/g)?.length ?? 0;
    expect((await countBoxes({ ...first, photo })) - (await countBoxes(first))).toBe(4);
  });
});

describe('the refund rules on the price page', () => {
  const showRefund = (text: string) =>
    render({
      Component: PricePage,
      loader: loadPrice(apiWith(new Map([[legalEndpoints.legalDocument, documentOf('refund', text)]]))),
    });

  test('@9-refund are the rates of the rules in force', async () => {
    const html = await render({ Component: PricePage, loader: loadPrice(apiWith(new Map())) });
    for (const text of ['촬영일 14일 전까지', '전액 환불', '촬영일 7일 전까지', '50% 환불', '환불하지 않음'])
      expect(html).toContain(text);
    expect(html).not.toContain('3영업일');
  });

  test('have an example with dates that follows the table', async () => {
    const showRow = (time: string) =>
      showRefund(
        `| 취소 시점 | 환불 |\n| --- | --- |\n| ${time} | 전액 환불 |\n| 촬영일 3일 전부터 | 없음 |`,
      );
    const html = await showRow('촬영일 30일 전까지');
    expect(html).toContain('예: 12월 24일에 촬영하신다면');
    expect(html).toContain('<span>11월 24일까지</span> <span class="tabular">전액 환불</span>');
    expect(html).toContain('<span>12월 21일부터</span> <span class="tabular">없음</span>');
    expect(await showRow('촬영 전날까지')).not.toContain('12월');
  });

  test('follow a published change and repeat nothing of the former rules', async () => {
    const rates =
      '| 취소 시점 | 환불 |\n| --- | --- |\n| 촬영일 10일 전까지 | 전액 환불 |\n| 촬영 전날까지 | 20% 환불 |';
    const html = await showRefund(`## 방법\n\n계좌로 환불합니다.\n\n## 기준\n\n${rates}`);
    for (const text of ['촬영일 10일 전까지', '촬영 전날까지', '20% 환불']) expect(html).toContain(text);
    expect(html).not.toMatch(/14일|7일 전|50%|계좌로/);
  });

  test('are shown whole when they have no table', async () => {
    const html = await showRefund('## 기준\n\n- 10일 전까지 전액 환불\n\n## 방법\n\n계좌로 환불합니다.');
    expect(html).toContain('<li>10일 전까지 전액 환불</li>');
    expect(html).toContain('계좌로 환불합니다.');
  });

  test.each([
    ['a paragraph', '촬영 10일 전까지 전액 환불합니다.'],
    ['a list', '- 촬영 10일 전까지 전액 환불합니다.'],
    ['a table', '| 시점 |\n| --- |\n| 촬영 10일 전까지 전액 환불합니다. |'],
  ])('are shown as %s without a heading', async (_, text) => {
    expect(await showRefund(text)).toContain('촬영 10일 전까지 전액 환불합니다.');
  });
});

test('a legal document without headings shows its lists and no table of contents', () => {
  const document = documentOf('refund', '환불 기준입니다.\n\n- 10일 전까지 전액 환불');
  const router = createMemoryRouter([{ path: '*', element: <LegalDocumentText document={document} /> }]);
  const html = renderToString(<RouterProvider router={router} />);
  expect(html).toContain('<p>환불 기준입니다.</p>');
  expect(html).toContain('<li>10일 전까지 전액 환불</li>');
  expect(html).not.toContain('목차');
});

test('headings, steps and search descriptions of the pages are what the studio published', async () => {
  const marked = JSON.parse(
    JSON.stringify(siteContent.pages).replaceAll(
      /"(?!id")(\w*(?:[tT]itle|body|lead|socialText|description))":"/g,
      '"$1":"새 ',
    ),
  ) as typeof siteContent.pages;
  const api = apiWith(
    new Map<Endpoint, unknown>([
      [studioEndpoints.pages, marked],
      [
        photoEndpoints.latestPhotos,
        Array.from({ length: 4 }, (_, id) => ({ ...photo, id, category: 'FOOD' })),
      ],
      [questionEndpoints.listQuestions, [question]],
    ]),
  );
  const { description: _, ...introduce } = marked.introduce;
  const { description: priceDescription, ...price } = marked.price;
  const { description: __, ...reserve } = marked.reserve;
  const pages = [
    [{ Component: HomePage, loader: loadHome(api) }, marked.home],
    [{ Component: IntroducePage, loader: loadIntroduce(api) }, introduce],
    [{ Component: PricePage, loader: loadPrice(api) }, price],
    [{ Component: ReservePage, loader: loadReserve(api) }, reserve],
  ] as const;
  for (const [page, texts] of pages) {
    const html = await render(page);
    for (const [text] of JSON.stringify(texts).matchAll(/새 [^"]+/g)) expect(html).toContain(text);
  }
  expect(priceMeta(await loadPrice(api)()).description).toBe(priceDescription);
});
