import type { RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import { indexablePaths, sitePages } from '#app/server/site/site-pages.ts';
import type { Studio } from '#core/content/contract/studio.ts';
import type { Api } from '#platform/web/client/api/api.ts';
import { defaultCategories } from '#test/factories/default-categories.ts';
import { contentAnswers, siteContent } from '#test/factories/site-content.ts';
import { createPages } from './entry-server.tsx';
import { loadClientRoutes } from './lazy-routes.ts';
import { makeRoutes } from './routes.tsx';

const ORIGIN = 'https://studio.kr';
const studio: Studio = {
  ...siteContent.studio,
  name: '빛</script>사진관',
  socialLink: 'https://social.example/studio',
};

const photo = (category: string) => ({
  id: 1,
  imageUrl: `/photos/${category}.jpg`,
  savedFileName: category,
  category,
  width: 3200,
  height: 2400,
  alt: `"${category}" 사진`,
  placeholder: 'data:image/webp;base64,AA==',
  sources: [],
});

const notices = [{ id: 'a', title: '휴무 안내', body: '12월 25일은 쉽니다.', date: null }];
const faq = { questions: [{ id: 'b', title: '주차할 수 있나요?', body: '두 대까지요.' }], note: '' };

const responses: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    [...contentAnswers({ ...siteContent, studio, notices, faq })].map(([{ path }, answer]) => [path, answer]),
  ),
  ...Object.fromEntries(
    Object.entries(siteContent.legal).map(([kind, document]) => [`/api/legal/${kind}`, document]),
  ),
  '/api/photo/home': { REPRESENTATIVE: photo('REPRESENTATIVE') },
  '/api/photo/category-detail/WEDDING': [],
  '/api/question': [
    {
      id: 4,
      title: '문의',
      content: '내용',
      memberName: '김*수',
      createdAt: '2026-11-20T00:00:00.000Z',
      answered: false,
      answer: null,
      mine: false,
      secret: false,
      notify: false,
    },
  ],
};

const fetchApi = (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url);
  const detail = /category-detail\/(\w+)/.exec(pathname)?.[1];
  return Promise.resolve(Response.json(responses[pathname] ?? (detail ? [photo(detail)] : [])));
};

const pagesOver = (answer: typeof fetchApi, css = '') =>
  createPages({
    fetchApi: answer,
    origin: ORIGIN,
    assets: { css, entry: '/assets/entry.js', fonts: [] },
    verification: { naver: 'naver"1', google: 'google-1' },
  });
const render = pagesOver(fetchApi);

interface Node {
  readonly '@type': string;
  readonly [key: string]: unknown;
}

const read = async (path: string, pages = render) => {
  const response = await pages(new Request(`http://127.0.0.1:3000${path}`));
  const html = await response.text();
  const contentOf = (name: string): string | undefined =>
    new RegExp(`<meta[^>]*(?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
  const json = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1];
  const graph = json === undefined ? [] : (JSON.parse(json) as { '@graph': Node[] })['@graph'];
  return {
    response,
    html,
    contentOf,
    canonical: /<link [^>]*rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    nodeOf: (type: string): Node | undefined => graph.find((node) => node['@type'] === type),
    nodesOf: (type: string): readonly Node[] => graph.filter((node) => node['@type'] === type),
  };
};

const listPaths = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ index, path, children }) => [
    ...(children === undefined ? [] : listPaths(children)),
    ...(index === true ? ['/'] : path === undefined ? [] : [`/${path}`]),
  ]);

const openPaths = [...indexablePaths, ...defaultCategories.map((type) => `/category/${type}`)];
const isOpen = (path: string): boolean =>
  openPaths.some((open) => new RegExp(`^${path.replace(/:\w+/, '\\w+')}$`).test(open));

const allPaths = listPaths(makeRoutes({} as Api, await loadClientRoutes())).filter((path) => path !== '/*');

describe('S-063 a URL path that cannot be decoded', () => {
  // Console output fails the test.
  it.each(['/%', '/login%ED%BF%BF', '/category/%ff', '/question/edit/%C0%AF', '/%00%'])(
    'the undecodable path %s is handled without console output and not indexed',
    async (path) => {
      const { response, canonical } = await read(path);
      expect(response.status).toBe(path.startsWith('/question/edit/') ? 200 : 404);
      expect(response.headers.get('x-robots-tag')).toBe('noindex');
      expect(canonical).toBeUndefined();
    },
  );
});

it('a page that is not found shows a photograph, the categories and the phone number', async () => {
  const { response, html } = await read('/nowhere');
  expect(response.status).toBe(404);
  expect(html).toContain('<img src="/representative.jpg" alt=""');
  for (const path of [
    ...defaultCategories.map((type) => `/category/${type}`),
    `tel:${studio.phone.replaceAll('-', '')}`,
  ])
    expect(html).toContain(`href="${path}"`);
});

describe('metadata for search engines and messengers', () => {
  it.each(openPaths)('the page %s has complete metadata', async (path) => {
    const { response, contentOf, canonical, nodeOf, html } = await read(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-robots-tag')).toBeNull();
    expect(contentOf('robots')).toBe('max-image-preview:large');
    expect(canonical).toBe(ORIGIN + path);
    expect(contentOf('description')?.length).toBeGreaterThan(20);
    expect(contentOf('og:url')).toBe(ORIGIN + path);
    expect(contentOf('og:image')).toMatch(/^https:\/\/studio\.kr\/photos\/\w+\.jpg$/);
    expect([contentOf('og:image:width'), contentOf('og:image:height')]).toEqual(['1600', '1200']);
    expect(contentOf('og:image:alt')).toContain('&quot;');
    expect(contentOf('twitter:card')).toBe('summary_large_image');
    expect(contentOf('naver-site-verification')).toBe('naver&quot;1');
    expect(contentOf('google-site-verification')).toBe('google-1');
    expect(html).not.toContain('빛</script>');
    expect(nodeOf('LocalBusiness')).toMatchObject({
      '@id': `${ORIGIN}/#studio`,
      name: studio.name,
      telephone: studio.phone,
      address: { '@type': 'PostalAddress', streetAddress: studio.address, addressCountry: 'KR' },
      sameAs: [studio.socialLink],
    });
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  it('every page that the server knows has a route, and every route is a page', () => {
    expect(allPaths.toSorted()).toEqual([...sitePages.map(({ path }) => path), '/offline'].sort());
  });

  it.each(allPaths.filter((path) => !isOpen(path)))('the route %s is not indexed', async (path) => {
    const { response, contentOf, canonical, nodesOf } = await read(path.replace(/:\w+/, '1'));
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(contentOf('robots')).toBe('noindex');
    expect([canonical, contentOf('og:title'), ...nodesOf('LocalBusiness')]).toEqual([undefined, undefined]);
  });

  it.each(['/nothing', '/category/nothing', '/question?keyword=%EA%BD%83&in=title', '/question?mine=true'])(
    'the URL %s is not indexed',
    async (path) => {
      const { response, contentOf } = await read(path);
      expect(response.headers.get('x-robots-tag')).toBe('noindex');
      expect(contentOf('robots')).toBe('noindex');
    },
  );

  it('a document that will change is announced above every page', async () => {
    const upcomingDocuments = [{ kind: 'terms', version: 2, effectiveOn: '2026-12-01', isWithdrawn: false }];
    const pages = pagesOver((request) =>
      new URL(request.url).pathname === '/api/studio'
        ? Promise.resolve(Response.json({ ...studio, upcomingDocuments }))
        : fetchApi(request),
    );
    for (const path of ['/', '/price', '/login']) {
      const html = await (await pages(new Request(`${ORIGIN}${path}`))).text();
      expect(html).toMatch(/<a [^>]*href="\/terms\?v=2"[^>]*>[^<]*2026년 12월 1일/);
    }
    const { html } = await read('/');
    expect(html).not.toContain('?v=');
  });

  it('a withdrawn document is announced above every page, and its page says that it was withdrawn', async () => {
    const withdrawn = { kind: 'terms', version: 2, effectiveOn: '2026-12-01', isWithdrawn: true };
    const document = { ...siteContent.legal.terms, ...withdrawn, state: 'WITHDRAWN', versions: [withdrawn] };
    const { isWithdrawn: _, ...terms } = document;
    const answers: Record<string, unknown> = {
      '/api/studio': { ...studio, upcomingDocuments: [withdrawn] },
      '/api/legal/terms': terms,
    };
    const pages = pagesOver((request) => {
      const answer = answers[new URL(request.url).pathname];
      return answer === undefined ? fetchApi(request) : Promise.resolve(Response.json(answer));
    });
    const home = await (await pages(new Request(`${ORIGIN}/`))).text();
    expect(home).toMatch(
      /href="\/terms\?v=2"[^>]*>2026년 12월 1일에 시행하려던 이용약관 변경을 취소했습니다\./,
    );
    const response = await pages(new Request(`${ORIGIN}/terms?v=2`));
    const html = await response.text();
    expect(html).toContain('2026년 12월 1일부터 시행하려다 취소한 내용입니다. 시행하지 않습니다.');
    expect(html).toContain('취소한 시행일');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    const current = {
      ...siteContent.legal.terms,
      versions: [withdrawn, { version: 1, effectiveOn: '2026-11-21', isWithdrawn: false }],
    };
    answers['/api/legal/terms'] = current;
    expect(await (await pages(new Request(`${ORIGIN}/terms`))).text()).toMatch(
      /2026년 12월 1일(<!-- -->| )*시행 취소/,
    );
  });

  it('a page has one canonical URL', async () => {
    expect((await read('/category/wedding?x=1')).canonical).toBe(`${ORIGIN}/category/WEDDING`);
    expect((await read('/price/')).canonical).toBe(`${ORIGIN}/price`);
    expect((await read('/question?cursor=5')).canonical).toBe(`${ORIGIN}/question`);
  });

  it('a category shares its first photo, or the studio’s photo when it has none', async () => {
    expect((await read('/category/FOOD')).contentOf('og:image')).toBe(`${ORIGIN}/photos/FOOD.jpg`);
    expect((await read('/category/WEDDING')).contentOf('og:image')).toBe(
      `${ORIGIN}/photos/REPRESENTATIVE.jpg`,
    );
  });

  it.each(['url', 'image', 'path'])(
    '@3-photo-places a photo with only the field %s is shown and shared',
    async (field) => {
      const named = (imageUrl: string) => ({ ...photo('FOOD'), imageUrl: undefined, [field]: imageUrl });
      const pages = pagesOver((request) => {
        if (!request.url.includes('/api/photo/')) return fetchApi(request);
        const isCategory = request.url.includes('/category-detail/');
        return Promise.resolve(
          Response.json(
            isCategory ? [named('/photos/food.jpg')] : { REPRESENTATIVE: named('/photos/hero.jpg') },
          ),
        );
      });
      for (const [path, picture] of [
        ['/', '/photos/hero.jpg'],
        ['/price', '/photos/hero.jpg'],
        ['/category/FOOD', '/photos/food.jpg'],
      ] as const) {
        const { html, contentOf, nodeOf } = await read(path, pages);
        if (path !== '/price') expect(html, path).toMatch(new RegExp(`<img [^>]*src="${picture}"`));
        expect(contentOf('og:image'), path).toBe(ORIGIN + picture);
        expect(nodeOf('LocalBusiness'), path).toMatchObject({ image: ORIGIN + picture });
      }
    },
  );

  it('the icon is shared when the photo has no URL', async () => {
    const nameless = { ...photo('FOOD'), imageUrl: '' };
    const pages = pagesOver((request) =>
      request.url.includes('/api/photo/')
        ? Promise.resolve(Response.json({ REPRESENTATIVE: nameless }))
        : fetchApi(request),
    );
    expect((await read('/price', pages)).contentOf('og:image')).toBe(`${ORIGIN}/icon-512.png`);
  });

  it('a square logo is shared when there is no photo, and is the icon', async () => {
    const image = { srcSet: '/logo/a-2x.webp 2x', width: 40, height: 40 };
    const logo = { light: { ...image, src: '/logo/a-1x.png' }, dark: null };
    const pages = pagesOver((request) =>
      request.url.endsWith('/api/studio')
        ? Promise.resolve(Response.json({ ...studio, logo }))
        : Promise.resolve(request.url.includes('/api/photo/') ? Response.json({}) : fetchApi(request)),
    );
    const { html, contentOf } = await read('/price', pages);
    expect(contentOf('og:image')).toBe(`${ORIGIN}/logo/a-icon-512.png`);
    expect(html).toContain('<link rel="icon" href="/logo/a-favicon.png">');
    expect(html).toContain('<link rel="apple-touch-icon" href="/logo/a-apple-touch-icon.png">');
    expect((await read('/price')).html).toContain('<link rel="icon" href="/favicon.svg">');
  });

  it('the price page’s structured data lists three services with prices in won and one without', async () => {
    const services = (await read('/price')).nodesOf('Service');
    expect(services.map(({ name, offers, provider }) => [name, offers, provider])).toEqual([
      ...(
        [
          ['풍경', 'LANDSCAPE', 500_000],
          ['제품', 'PRODUCT', 450_000],
          ['음식', 'FOOD', 600_000],
        ] as const
      ).map(([label, type, price]) => [
        `${label} 사진 촬영`,
        {
          '@type': 'Offer',
          url: `${ORIGIN}/reserve/date?category=${type}`,
          price,
          priceCurrency: 'KRW',
          priceSpecification: { '@type': 'PriceSpecification', minPrice: price, priceCurrency: 'KRW' },
        },
        { '@id': `${ORIGIN}/#studio` },
      ]),
      ['웨딩 사진 촬영', undefined, { '@id': `${ORIGIN}/#studio` }],
    ]);
  });

  it('a category’s structured data has its service and breadcrumbs', async () => {
    const { nodesOf, nodeOf } = await read('/category/WEDDING');
    expect(nodesOf('Service')).toHaveLength(1);
    expect(nodeOf('Service')?.['offers']).toBeUndefined();
    expect(nodeOf('BreadcrumbList')?.['itemListElement']).toEqual([
      { '@type': 'ListItem', position: 1, name: studio.name, item: `${ORIGIN}/` },
      { '@type': 'ListItem', position: 2, name: '웨딩 사진', item: `${ORIGIN}/category/WEDDING` },
    ]);
  });
});

describe('loading of the client code', () => {
  it('a public page inlines the styles of its own elements and loads the sheet later; a client-rendered page inlines all', async () => {
    const css = 'h1{color:red}.visually-hidden{color:red}.other{color:red}';
    const pages = createPages({
      fetchApi,
      origin: ORIGIN,
      assets: { css, cssUrl: '/assets/entry.css', entry: '/assets/entry.js', fonts: [] },
      verification: {},
      createCsp: (inlineStyle) => `style ${inlineStyle}`,
    });
    const read = async (path: string) => {
      const response = await pages(new Request(ORIGIN + path));
      return { html: await response.text(), csp: response.headers.get('content-security-policy') };
    };
    const critical = 'h1{color:red}.visually-hidden{color:red}';
    const price = await read('/price');
    expect(price.html).toContain(`<style>${critical}</style>`);
    expect(price.html).toContain('/assets/entry.css');
    expect(price.csp).toBe(`style ${critical}`);
    const login = await read('/login');
    expect(login.html).toContain(`<style>${css}</style>`);
    expect(login.html).not.toContain('/assets/entry.css');
    expect(login.csp).toBe(`style ${css}`);
  });

  it('client code loads at once on client-rendered pages, when idle on public ones and never on static ones', async () => {
    expect((await read('/my-info')).html).not.toContain('requestIdleCallback');
    expect((await read('/nothing')).html).toContain('requestIdleCallback');
    const offline = (await read('/offline')).html;
    expect(offline).not.toContain('/assets/entry.js');
    expect(offline).toContain('href="tel:021234567"');
  });
});

describe('the look of the studio', () => {
  const css = '.accent-ink{--accent:#111}.accent-pine{--accent:#222}';
  const withLook = (look: Partial<Studio>) =>
    pagesOver(
      (request) =>
        request.url.endsWith('/api/studio')
          ? Promise.resolve(Response.json({ ...studio, ...look }))
          : fetchApi(request),
      css,
    );

  it('a document has the rule of the chosen tone only, and no style attribute', async () => {
    const { html } = await read('/price', withLook({ accent: 'pine' }));
    expect(html).toContain('<style>.accent-pine{--accent:#222}</style>');
    expect(html).toMatch(/<div class="\w+ accent-pine">/);
    expect(html).not.toMatch(/ style="/);
    expect((await read('/price', withLook({}))).html).toContain('<style></style>');
  });

  it('the header shows the logo in its size, another one in the dark theme, and the name to those who do not see it', async () => {
    const media = '(prefers-color-scheme: dark)';
    const dark = { media, srcSet: '/logo/b-2x.webp 2x', width: 80, height: 40 };
    const light = { src: '/logo/a-1x.png', srcSet: '/logo/a-2x.webp 2x', width: 120, height: 40 };
    const { html } = await read('/price', withLook({ name: '빛사진관', logo: { light, dark } }));
    const [, header] = /<header[^>]*>(.*?)<nav/s.exec(html) ?? [];
    expect(header).toContain(
      '<picture><source media="(prefers-color-scheme: dark)" srcSet="/logo/b-2x.webp 2x" width="80" height="40"/><img src="/logo/a-1x.png" srcSet="/logo/a-2x.webp 2x" width="120" height="40" alt="빛사진관"/></picture>',
    );
    const plain = await read('/price', withLook({ name: '빛사진관' }));
    expect(/<header[^>]*>(.*?)<nav/s.exec(plain.html)?.[1]).toContain('>빛사진관</a>');
  });
});
