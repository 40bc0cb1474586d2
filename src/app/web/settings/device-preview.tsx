import { useEffect, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { legalEndpoints, type LegalDocumentKind } from '#core/content/contract/legal/documents.ts';
import type { SiteContent } from '#core/content/contract/studio-settings.ts';
import { studioEndpoints } from '#core/content/contract/studio.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { Api } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { PageFrame } from '../layout/layout.tsx';
import { makeRoutes } from '../routes.tsx';
import { PreviewFrame } from './preview-frame.tsx';

/** The devices, with their widths in CSS pixels. */
export const phone = { label: '휴대폰', width: 390 };
export const computer = { label: '컴퓨터', width: 1280 };

/** The API for the pages of the preview: content comes from `content`, everything else from the server. */
const previewApi = (content: SiteContent): Api => {
  const names = new Map<Endpoint, string>(
    Object.entries(studioEndpoints).map(([name, endpoint]) => [endpoint, name]),
  );
  const findAnswer = (endpoint: Endpoint, input: unknown): unknown =>
    endpoint === legalEndpoints.legalDocument
      ? content.legal[(input as { params: { kind: LegalDocumentKind } }).params.kind]
      : content[names.get(endpoint) as keyof SiteContent];
  return {
    ...browserApi,
    call: (endpoint, input, options) => {
      const answer = findAnswer(endpoint, input);
      return answer === undefined
        ? browserApi.call(endpoint, input, options)
        : (Promise.resolve(answer) as never);
    },
  };
};

/** The site, starting at `path`. `show` loads its current page again with other content. */
const createSite = (path: string, first: SiteContent) => {
  const content = { ...first };
  const routes = makeRoutes(previewApi(content)).map((root) => ({
    ...root,
    Component: PageFrame,
    HydrateFallback: () => null,
  }));
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const show = (next: SiteContent): void => {
    Object.assign(content, next);
    void router.revalidate();
  };
  return { element: <RouterProvider router={router} />, show };
};

interface DevicePreviewProps {
  readonly device: typeof phone;
  readonly content: SiteContent;
  readonly path: string;
}

export const DevicePreview = ({ device: { label, width }, content, path }: DevicePreviewProps) => {
  const [{ element, show }] = useState(() => createSite(path, content));
  useEffect(() => show(content), [show, content]);
  return (
    <section aria-label={label} className="stack-2 start fit">
      <h2 className="note">
        {label} ({width}px)
      </h2>
      <PreviewFrame title={`${label} 미리보기`} width={width}>
        {element}
      </PreviewFrame>
    </section>
  );
};
