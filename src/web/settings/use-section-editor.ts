import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { FieldValues } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { sectionSchemas, settingsEndpoints } from '#contract/studio-settings.ts';
import type { Section, SectionName } from '#contract/studio-settings.ts';
import { ApiError, messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { invalidateQueries } from '#web/api/queries.ts';
import { memberDraft } from '#web/shell/forms/draft-store.ts';
import { useValuesChange } from '#web/shell/forms/use-values-change.ts';
import type { Body } from './body-lines.ts';

const FAILED = '저장하지 못했습니다. 다시 시도해 주세요.';
const { getSection, listSections, listVersions, publishSection, saveDraft, deleteDraft } = settingsEndpoints;

const typedInput = z.object({ body: z.record(z.string(), z.unknown()), baseVersion: z.number() });

/** What was typed in this browser and neither saved as a draft nor published. It survives a lost session. */
const typedStore = (section: SectionName) => memberDraft(`settings-${section}`, typedInput);

const refresh = async (): Promise<void> => {
  await Promise.all([getSection, listSections, listVersions].map(invalidateQueries));
};

export type EditorMessage = { readonly tone: 'success' | 'error'; readonly text: string } | null;

/** The form that edits a section: starts from what was typed last, else from the draft, else from what is published. */
export const useSectionEditor = (name: SectionName, section: Section) => {
  const [typed] = useState(() => typedStore(name));
  const [start] = useState(
    () => typed.read() ?? section.draft ?? { body: section.body, baseVersion: section.version },
  );
  const [isRestored, setIsRestored] = useState(() => typed.read() !== null);
  const [baseVersion, setBaseVersion] = useState(start.baseVersion);
  const [hasDraft, setHasDraft] = useState(section.draft !== null);
  /** What another admin published meanwhile, and what this admin wanted to publish. */
  const [conflict, setConflict] = useState<{ readonly theirs: Section; readonly mine: Body } | null>(null);
  const [message, setMessage] = useState<EditorMessage>(null);
  const { revalidate } = useRevalidator();
  const form = useForm<FieldValues>({
    defaultValues: start.body,
    resolver: standardSchemaResolver(sectionSchemas[name] as z.ZodMiniType<FieldValues, FieldValues>),
  });

  useValuesChange(form.subscribe, (body) => typed.save({ body, baseVersion }));

  const startFrom = (body: Body, version: number): void => {
    form.reset(body);
    setBaseVersion(version);
    setConflict(null);
    setIsRestored(false);
    typed.clear();
  };

  const report = (error: unknown): void => {
    if (error instanceof ApiError)
      for (const [path, text] of Object.entries(error.fields))
        form.setError(path.replace(/^body\./, ''), { message: text });
    setMessage({ tone: 'error', text: messageOf(error, FAILED) });
  };

  const publishBody = async (body: Body, base: number): Promise<void> => {
    setMessage(null);
    try {
      const input = { params: { section: name }, body: { body, baseVersion: base } };
      const published = await browserApi.call(publishSection, input);
      startFrom(published.body, published.version);
      setHasDraft(false);
      setMessage({ tone: 'success', text: '게시했습니다. 홈페이지에 바로 표시됩니다.' });
      void revalidate();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'SETTINGS_CHANGED')) return report(error);
      const theirs = await browserApi.call(getSection, { params: { section: name } });
      setConflict({ theirs, mine: body });
    }
    await refresh();
  };

  const save = async (body: Body): Promise<boolean> => {
    setMessage(null);
    try {
      await browserApi.call(saveDraft, { params: { section: name }, body: { body, baseVersion } });
    } catch (error) {
      report(error);
      return false;
    }
    typed.clear();
    setIsRestored(false);
    setHasDraft(true);
    await refresh();
    setMessage({ tone: 'success', text: '초안을 저장했습니다. 방문자에게는 아직 보이지 않습니다.' });
    return true;
  };

  const discard = async (): Promise<void> => {
    setMessage(null);
    try {
      await browserApi.call(deleteDraft, { params: { section: name } });
      startFrom(section.body, section.version);
      setHasDraft(false);
    } catch (error) {
      report(error);
    }
    await refresh();
  };

  return {
    form,
    message,
    conflict,
    isRestored,
    hasDraft,
    publish: form.handleSubmit((body) => publishBody(body, baseVersion)),
    /** Publishes in spite of what another admin published meanwhile. */
    publishMine: async () => {
      if (conflict !== null) await publishBody(conflict.mine, conflict.theirs.version);
    },
    takeTheirs: () => {
      if (conflict !== null) startFrom(conflict.theirs.body, conflict.theirs.version);
    },
    /** Saves the draft if it is valid; calls `onSaved` afterwards. */
    save: (onSaved?: () => void) =>
      form.handleSubmit(async (body) => {
        if (await save(body)) onSaved?.();
      })(),
    discard,
  };
};
