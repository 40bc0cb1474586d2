import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import type { ContentSection } from '#core/content/contract/content-section.ts';
import { contentSections } from '#core/content/contract/sections.ts';
import { settingsEndpoints, type Section } from '#core/content/contract/studio-settings.ts';
import { messageSections } from '#core/messages/contract/sections.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { ApiError } from '#platform/web/client/api/api.ts';
import { useSectionEditor } from './use-section-editor.ts';

const failures = new Map<Endpoint, ApiError>([
  [settingsEndpoints.publishSection, new ApiError(409, { code: 'SETTINGS_CHANGED' })],
  [
    settingsEndpoints.getSection,
    new ApiError(503, { fields: { 'body.hours': '잠시 후 다시 시도해 주세요.' } }),
  ],
]);
vi.mock('#platform/web/client/api/browser-api.ts', () => ({
  browserApi: { call: (endpoint: Endpoint) => Promise.reject(failures.get(endpoint)!) },
}));

const body = { hours: '', directions: '', parking: '' };
const section: Section = {
  body,
  version: 1,
  changedBy: null,
  changedAt: '2026-11-21T00:00:00Z',
  draft: null,
};

const renderEditor = (definition: ContentSection, stored: Section) => {
  const seen = vi.fn<(editor: ReturnType<typeof useSectionEditor>) => void>();
  const Editor = () => {
    seen(useSectionEditor(definition, stored));
    return null;
  };
  renderToString(<RouterProvider router={createMemoryRouter([{ path: '*', element: <Editor /> }])} />);
  return seen.mock.lastCall![0];
};

it('a publication reports that what another admin published meanwhile could not be read', async () => {
  const editor = renderEditor(contentSections.location, section);
  await editor.publish();
  expect(editor.form.getFieldState('hours').error?.message).toBe('잠시 후 다시 시도해 주세요.');
});

it('a field that the stored section lacks starts with its default', () => {
  const { form } = renderEditor(messageSections.messages, { ...section, body: { answered: false } });
  expect(form.getValues(['answered', 'termsChanged'])).toEqual([false, true]);
});
