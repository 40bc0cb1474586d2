import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { useState } from 'react';
import { useForm, type FieldValues } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import type { AdminReservation } from '#contract/admin-reservations.ts';
import { meetingHours, scheduleEndpoints } from '#contract/schedule.ts';
import { isLegalDocument } from '#contract/legal/documents.ts';
import { formatDay } from '#contract/seoul-time.ts';
import { sections, type SectionName } from '#contract/settings/sections.ts';
import { settingsEndpoints, type Section } from '#contract/studio-settings.ts';
import { ApiError, messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { dataReloaded, reloadData } from '#web/api/data-changes.ts';
import { memberDraft } from '#web/shell/forms/draft-store.ts';
import { useValuesChange } from '#web/shell/forms/use-values-change.ts';
import type { Body } from './body-lines.ts';
import { datedFields, toEditable } from './dated-sections.ts';

const { getSection, publishSection, saveDraft, deleteDraft } = settingsEndpoints;

const typedInput = z.object({ body: z.record(z.string(), z.unknown()), baseVersion: z.number() });

/** What was typed in this browser and neither saved as a draft nor published. It survives a lost session. */
const typedStore = (section: SectionName) => memberDraft(`settings-${section}`, typedInput);

interface Edit {
  readonly body: Body;
  readonly baseVersion: number;
}

interface Collisions extends Edit {
  readonly reservations: readonly AdminReservation[];
}

const describePublication = (name: SectionName, body: Body): string => {
  const date = datedFields[name];
  if (date === undefined) return '게시했습니다. 홈페이지에 바로 표시됩니다.';
  const published = `게시했습니다. ${formatDay(String(body[date.field]))}부터 적용됩니다.`;
  return isLegalDocument(name) ? `${published} 그 전날까지 변경 기록에서 취소할 수 있습니다.` : published;
};

export type EditorMessage = { readonly tone: 'success' | 'error'; readonly text: string } | null;

/** The form that edits a section: starts from what was typed last, else from the draft, else from what is published. */
export const useSectionEditor = (name: SectionName, section: Section) => {
  const [typed] = useState(() => typedStore(name));
  const [start] = useState(() => {
    const { body, baseVersion } = typed.read() ??
      section.draft ?? { body: section.body, baseVersion: section.version };
    return { body: toEditable(name, body), baseVersion };
  });
  const [isRestored, setIsRestored] = useState(() => typed.read() !== null);
  const [baseVersion, setBaseVersion] = useState(start.baseVersion);
  const [hasDraft, setHasDraft] = useState(section.draft !== null);
  /** What another admin published meanwhile, and what this admin wanted to publish. */
  const [conflict, setConflict] = useState<{ readonly theirs: Section; readonly mine: Body } | null>(null);
  /** Reservations that do not fit the meeting hours which this admin wanted to publish. */
  const [collisions, setCollisions] = useState<Collisions | null>(null);
  /** A version of a legal document that this admin wants to publish and has not confirmed. */
  const [unconfirmed, setUnconfirmed] = useState<Edit | null>(null);
  const [message, setMessage] = useState<EditorMessage>(null);
  const { revalidate } = useRevalidator();
  const form = useForm<FieldValues>({
    defaultValues: start.body,
    resolver: standardSchemaResolver(sections[name].schema as z.ZodMiniType<FieldValues, FieldValues>),
  });

  useValuesChange(form.subscribe, (body) => typed.save({ body, baseVersion }));

  const startFrom = (body: Body, version: number): void => {
    form.reset(toEditable(name, body));
    setBaseVersion(version);
    setConflict(null);
    setCollisions(null);
    setIsRestored(false);
    typed.clear();
  };

  const report = (error: unknown): void => {
    if (error instanceof ApiError)
      for (const [path, text] of Object.entries(error.fields))
        form.setError(path.replace(/^body\./, ''), { message: text });
    setMessage({ tone: 'error', text: messageOf(error, publishSection.failed) });
  };

  const findCollisions = async (body: Body, base: number, cause: ApiError): Promise<void> => {
    try {
      const hours = z.parse(meetingHours, body);
      const reservations = await browserApi.call(scheduleEndpoints.findHoursConflicts, { body: hours });
      setConflict(null);
      setCollisions({ reservations, body, baseVersion: base });
      report(cause);
    } catch (error) {
      report(error);
    }
  };

  const findConflict = async (mine: Body): Promise<void> => {
    const options = { failed: publishSection.failed };
    try {
      const theirs = await browserApi.call(getSection, { params: { section: name } }, options);
      setConflict({ theirs, mine });
    } catch (error) {
      report(error);
    }
  };

  const clearMessage = (): void => setMessage(null);

  const publishBody = async (body: Body, base: number, kept: readonly number[] = []): Promise<void> => {
    setMessage(null);
    try {
      const edit = { body, baseVersion: base, keptReservations: [...kept] };
      const input = { params: { section: name }, body: edit };
      const published = await browserApi.call(publishSection, input);
      startFrom(published.body, published.version);
      setHasDraft(false);
      setMessage({ tone: 'success', text: describePublication(name, published.body) });
      void revalidate();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'RESERVATIONS_COLLIDE')
        return findCollisions(body, base, error);
      if (!(error instanceof ApiError && error.code === 'SETTINGS_CHANGED')) return report(error);
      await findConflict(body);
      void reloadData(error.call.changes);
    }
    await dataReloaded();
  };

  /** Publishes at once, but a legal document only after the admin has confirmed it. */
  const beginPublishing = async (body: Body, base: number): Promise<void> => {
    if (isLegalDocument(name)) setUnconfirmed({ body, baseVersion: base });
    else await publishBody(body, base);
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
    await dataReloaded();
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
      void reloadData(deleteDraft.changes);
    }
    await dataReloaded();
  };

  return {
    form,
    message,
    conflict,
    isRestored,
    hasDraft,
    publish: form.handleSubmit((body) => beginPublishing(body, baseVersion), clearMessage),
    unconfirmed: unconfirmed?.body ?? null,
    publishConfirmed: async () => {
      if (unconfirmed === null) return;
      await publishBody(unconfirmed.body, unconfirmed.baseVersion);
      setUnconfirmed(null);
    },
    cancelPublishing: () => setUnconfirmed(null),
    /** Publishes in spite of what another admin published meanwhile. */
    publishMine: async () => {
      if (conflict !== null) await beginPublishing(conflict.mine, conflict.theirs.version);
    },
    collisions: collisions?.reservations ?? null,
    /** Publishes the hours and keeps the listed reservations. */
    publishKeeping: async () => {
      if (collisions === null) return;
      const ids = collisions.reservations.map(({ id }) => id);
      await publishBody(collisions.body, collisions.baseVersion, ids);
    },
    cancelCollisions: () => {
      setCollisions(null);
      setMessage(null);
    },
    takeTheirs: () => {
      if (conflict !== null) startFrom(conflict.theirs.body, conflict.theirs.version);
    },
    /** Saves the draft if it is valid; calls `onSaved` afterwards. */
    save: (onSaved?: () => void) =>
      form.handleSubmit(async (body) => {
        if (await save(body)) onSaved?.();
      }, clearMessage)(),
    discard,
  };
};
