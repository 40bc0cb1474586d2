import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ContentSection } from '#core/content/contract/content-section.ts';
import { settingsEndpoints } from '#core/content/contract/studio-settings.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import type { Body } from './body-lines.ts';
import { DevicePreview, phone } from './device-preview.tsx';

const TYPING_PAUSE_MS = 500;

/** The page of a section as what is typed makes it, after each pause in which the form is valid. Nothing is saved. */
export const LivePreview = ({ section: { name, path, schema } }: { section: ContentSection }) => {
  const values = useWatch();
  const [body, setBody] = useState<Body>();
  useEffect(() => {
    const timer = setTimeout(() => {
      if (z.safeParse(schema, values).success) setBody(values);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [schema, values]);
  const { data } = useApiQuery(
    settingsEndpoints.previewSection,
    { params: { section: name }, body: { body: body ?? {} } },
    { enabled: body !== undefined, keepsPrevious: true },
  );
  return data && <DevicePreview device={phone} content={data} path={path} />;
};
