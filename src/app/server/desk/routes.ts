import { basename } from 'node:path';
import { recordAudit, recordPersonalDataAccess } from '#core/audit/server/admin-logs.ts';
import { verifyCurrentPassword } from '#core/auth/server/login/change-password.ts';
import { hasProcessorDraft } from '#core/content/server/draft-processors.ts';
import { summarizeQuestion } from '#features/questions/server/present-question.ts';
import { findQuestions } from '#features/questions/server/queries.ts';
import { readChangePolicy } from '#features/reservations/server/changes/change-deadline.ts';
import {
  dataSubjectOf,
  presentListedReservation,
} from '#features/reservations/server/present-reservation.ts';
import { appError } from '#platform/contract/errors.ts';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { isPrivateUrl } from '#platform/server/is-private-url.ts';
import { deskEndpoints as endpoints } from '../../contract/desk.ts';
import { monthSheetEndpoints } from '../../contract/month-sheet.ts';
import { listBackups } from '../operations/backup/backup-folder.ts';
import { programVersion } from '../operations/program-version.ts';
import { isNotOpenYet } from '../site/is-not-open-yet.ts';
import { describeBackups } from './describe-backups.ts';
import { describeRefusals } from './describe-refusals.ts';
import { findSetup } from './find-setup.ts';
import { countMonth, formatMonthSheet } from './month-sheet.ts';
import { countWaiting, findMeetings, findWeek } from './queries.ts';

const NEWEST_QUESTIONS = 5;

export const deskRoutes: readonly Route[] = [
  defineRoute(endpoints.desk, async (request, deps) => {
    const { db, env } = deps;
    const policy = await readChangePolicy(deps);
    const date = seoulDate(policy.now);
    const [meetings, week, counts, questions, setup, backup, refusals, isPolicyDrafted] = await Promise.all([
      findMeetings(db, policy.now),
      findWeek(db, date),
      countWaiting(db, policy.now),
      findQuestions(db, { limit: NEWEST_QUESTIONS, after: null }),
      findSetup(deps, request.member.id),
      describeBackups(env.backup && { ...env.backup, bucket: deps.connections.bucket() }, policy.now),
      describeRefusals(deps),
      hasProcessorDraft(db),
    ]);
    const subjects = [...meetings.map(dataSubjectOf), ...questions.map(({ question }) => question)];
    await recordPersonalDataAccess(deps, request, 'VIEW_DESK', subjects);
    return {
      date,
      meetings: meetings.map((row) => ({ ...presentListedReservation(row, policy), note: row.note })),
      week,
      counts,
      questions: questions.map(summarizeQuestion),
      ...setup,
      backup,
      refusals,
      isNotOpenYet: await isNotOpenYet(db),
      showsSamples: setup.openSteps.includes('samples') && !isPrivateUrl(env.publicUrl),
      hasProcessorDraft: isPolicyDrafted,
      sendsSms: env.services.sendsSms,
      version: programVersion,
    };
  }),

  defineRoute(endpoints.downloadBackup, async ({ body, member, now, audit }, deps) => {
    await verifyCurrentPassword(deps, member.id, body.password);
    const { backup } = deps.env;
    const [newest] = backup === undefined ? [] : (await listBackups(backup.folder, now)).backups;
    if (newest === undefined) throw appError('NOT_FOUND', { message: '아직 백업이 없습니다.' });
    const target = `backup:${basename(newest.path)}`;
    await deps.db.transaction((tx) => recordAudit(tx, audit, { action: 'DOWNLOAD_BACKUP', target }));
    const { encryptBackup } = await import('../operations/backup/encrypt-backup.ts');
    return encryptBackup(newest.path, body.passphrase);
  }),

  defineRoute(endpoints.deskCounts, ({ now }, { db }) => countWaiting(db, now)),

  defineRoute(monthSheetEndpoints.monthSheet, ({ query }, { db }) => countMonth(db, query.month)),

  defineRoute(monthSheetEndpoints.exportMonthSheet, async ({ query: { month }, setHeader }, { db }) => {
    setHeader('content-disposition', `attachment; filename="month-${month}.csv"`);
    return formatMonthSheet(await countMonth(db, month), month);
  }),
];
