import type { Feature } from '#core/feature/server/feature.ts';
import { describeTable } from '#platform/server/db/describe-table.ts';
import { adminMemberRoutes } from './routes.ts';
import { memberNotes } from './tables.ts';

export const customers = {
  routes: adminMemberRoutes,
  tables: [
    describeTable(memberNotes, { holds: { '상담 기록': ['text'] }, notExported: '관리자의 내부 메모' }),
  ],
  purposes: [
    {
      name: '상담 기록',
      items: '스튜디오가 적은 상담 메모',
      reason: '상담과 촬영의 준비',
      retention: '탈퇴할 때까지',
    },
  ],
} satisfies Feature;
