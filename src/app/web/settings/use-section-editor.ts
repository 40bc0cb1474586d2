import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm, type FieldValues } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import * as z from 'zod/mini';
import type { ContentSection } from '#core/content/contract/content-section.ts';
import { isLegalDocument } from '#core/content/contract/legal/documents.ts';
import { settingsEndpoints, type Section } from '#core/content/contract/studio-settings.ts';
import type { AdminReservation } from '#features/reservations/contract/admin-reservations.ts';
import { meetingHours } from '#features/reservations/contract/meeting-hours.ts';
import { scheduleEndpoints } from '#features/reservations/contract/schedule.ts';
import { formatDate, formatDateWithoutWeekday } from '#platform/contract/seoul-time.ts';
import { ApiError, messageOf } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { dataReloaded, reloadData } from '#platform/web/client/api/data-changes.ts';
import { memberDraft } from '#platform/web/client/forms/draft-store.ts';
import { useValuesChange } from '#platform/web/client/forms/use-values-change.ts';
import type { ActionReport } from '#platform/web/client/use-action.ts';
import type { Body } from './body-lines.ts';
import { datedFieldOf, toEditable } from './dated-sections.ts';

const { getSection, publishSection, saveDraft, deleteDraft } = settingsEndpoints;

const typedInput = z.object({ body: z.record(z.string(), z.unknown()), baseVersion: z.number() });
type Edit = z.output<typeof typedInput>;

/** What was typed in this browser and neither saved as a draft nor published. It survives a lost session. */
const typedStore = (section: string) => memberDraft(`settings-${section}`, typedInput);

const describePublication = (name: string, body: Body): string => {
  const date = datedFieldOf(name);
  if (date === undefined) return '게시했습니다. 홈페이지에 바로 표시됩니다.';
  const from = String(body[date.field]);
  return isLegalDocument(name)
    ? `게시했습니다. ${formatDateWithoutWeekday(from)}부터 적용됩니다. 그 전날까지 변경 기록에서 취소할 수 있습니다.`
    : `게시했습니다. ${formatDate(from)}부터 적용됩니다.`;
};

/** The form that edits a section: starts from what was typed last, else from the draft, else from what is published. */
export const useSectionEditor = ({ name, schema, defaults }: ContentSection, stored: Section) => {
  const [typed] = useState(() => typedStore(name));
  const [start] = useState(() => {
    const { body, baseVersion } = typed.read() ??
      stored.draft ?? { body: stored.body, baseVersion: stored.version };
    return { body: toEditable(name, { ...defaults, ...body }), baseVersion };
  });
  const [isRestored, setIsRestored] = useState(() => typed.read() !== null);
  const [baseVersion, setBaseVersion] = useState(start.baseVersion);
  const [hasDraft, setHasDraft] = useState(stored.draft !== null);
  /** What was published meanwhile, and what this admin wanted to publish, now based on it. */
  const [editedMeanwhile, setEditedMeanwhile] = useState<(Edit & { theirs: Section }) | null>(null);
  /** Reservations that do not fit the meeting hours which this admin wanted to publish. */
  const [conflicts, setConflicts] = useState<(Edit & { reservations: readonly AdminReservation[] }) | null>(
    null,
  );
  /** A version of a legal document that is shown to this admin for confirmation. */
  const [unconfirmed, setUnconfirmed] = useState<Edit | null>(null);
  const [message, setMessage] = useState<ActionReport | null>(null);
  const { revalidate } = useRevalidator();
  const form = useForm<FieldValues>({
    defaultValues: start.body,
    resolver: standardSchemaResolver(schema as z.ZodMiniType<FieldValues, FieldValues>),
  });

  useValuesChange(form.subscribe, (body) => {
    typed.save({ body, baseVersion });
    setMessage(null);
    setConflicts(null);
  });

  const startFrom = ({ body, version }: Section): void => {
    form.reset(toEditable(name, { ...defaults, ...body }));
    setBaseVersion(version);
    setEditedMeanwhile(null);
    setConflicts(null);
    setIsRestored(false);
    typed.clear();
  };

  const report = (error: unknown): void => {
    if (error instanceof ApiError)
      for (const [path, text] of Object.entries(error.fields))
        form.setError(path.replace(/^body\./, ''), { message: text });
    setMessage({ tone: 'error', text: messageOf(error, publishSection.failed) });
  };

  /** Shows why a publication failed, with the newer version or the reservations if those are the reason. */
  const explainRefusal = async (edit: Edit, error: unknown): Promise<void> => {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'SETTINGS_CHANGED') {
      void reloadData(publishSection.changes);
      const options = { failed: publishSection.failed };
      const theirs = await browserApi.call(getSection, { params: { section: name } }, options);
      return setEditedMeanwhile({ body: edit.body, baseVersion: theirs.version, theirs });
    }
    if (code === 'RESERVATIONS_COLLIDE') {
      const hours = z.parse(meetingHours, edit.body);
      const reservations = await browserApi.call(scheduleEndpoints.findHoursConflicts, { body: hours });
      setEditedMeanwhile(null);
      setConflicts({ ...edit, reservations });
    }
    report(error);
  };

  const clearMessage = (): void => setMessage(null);

  /** Publishes at once. `kept` are the ids of reservations that stay although new meeting hours do not offer their times. */
  const publishEdit = async (edit: Edit, kept: readonly number[] = []): Promise<void> => {
    clearMessage();
    try {
      const body = { body: edit.body, baseVersion: edit.baseVersion, keptReservations: [...kept] };
      const published = await browserApi.call(publishSection, { params: { section: name }, body });
      startFrom(published);
      setHasDraft(false);
      setMessage({ tone: 'success', text: describePublication(name, published.body) });
      void revalidate();
    } catch (error) {
      await explainRefusal(edit, error).catch(report);
    }
    await dataReloaded();
    setUnconfirmed(null);
  };

  /** Publishes at once, but a legal document only after the admin has confirmed it. */
  const beginPublishing = async (edit: Edit): Promise<void> => {
    if (isLegalDocument(name)) setUnconfirmed(edit);
    else await publishEdit(edit);
  };

  const discard = async (): Promise<void> => {
    clearMessage();
    try {
      await browserApi.call(deleteDraft, { params: { section: name } });
      startFrom(stored);
      setHasDraft(false);
    } catch (error) {
      report(error);
      void reloadData(deleteDraft.changes);
    }
    await dataReloaded();
  };

  return {
    form,
    /** What the form would start from without a draft. */
    published: toEditable(name, { ...defaults, ...stored.body }),
    message,
    isRestored,
    hasDraft,
    editedMeanwhile,
    conflicts,
    unconfirmed,
    publish: form.handleSubmit((body) => beginPublishing({ body, baseVersion }), clearMessage),
    beginPublishing,
    publishEdit,
    startFrom,
    cancelPublishing: () => setUnconfirmed(null),
    cancelKeeping: () => {
      setConflicts(null);
      clearMessage();
    },
    /** Saves the draft if it is valid; calls `onSaved` once it is saved. */
    save: (onSaved?: () => void) =>
      form.handleSubmit(async (body) => {
        clearMessage();
        try {
          await browserApi.call(saveDraft, { params: { section: name }, body: { body, baseVersion } });
        } catch (error) {
          return report(error);
        }
        typed.clear();
        setIsRestored(false);
        setHasDraft(true);
        await dataReloaded();
        setMessage({ tone: 'success', text: '초안을 저장했습니다. 방문자에게는 아직 보이지 않습니다.' });
        onSaved?.();
      }, clearMessage)(),
    discard,
  };
};
