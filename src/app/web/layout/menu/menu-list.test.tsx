import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { siteContent } from '#test/factories/site-content.ts';
import { Header } from '../header.tsx';

test('the menu renders the entries of all visitor roles, so that CSS shows the right ones before hydration', () => {
  const element = <Header studio={siteContent.studio} />;
  const html = renderToStaticMarkup(
    <RouterProvider router={createMemoryRouter([{ path: '*', element }], { initialEntries: ['/price'] })} />,
  );
  for (const label of ['소개', '가격', '예약', '1:1 문의', '로그인', '예약 내역', '예약 관리', '로그아웃'])
    expect(html).toContain(`>${label}<`);
  expect(html).toMatch(/aria-current="page"[^>]*>가격</);
});
