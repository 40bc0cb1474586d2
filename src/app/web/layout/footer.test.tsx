import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Studio } from '#core/content/contract/studio.ts';
import { siteContent } from '#test/factories/site-content.ts';
import { Footer } from './footer.tsx';

const render = (changes: Partial<Studio>): string => {
  const element = <Footer studio={{ ...siteContent.studio, ...changes }} />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
};

test('the footer leaves out a business detail that the studio does not have', () => {
  expect(render({})).toContain('통신판매업');
  expect(render({ mailOrderNumber: '' })).not.toContain('통신판매업');
});
