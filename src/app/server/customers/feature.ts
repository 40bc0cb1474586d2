import type { Feature } from '#core/feature/server/feature.ts';
import { customerTables } from './described-tables.ts';
import { separateFromMember } from './merge-customers.ts';
import { repairCustomers } from './repair-customers.ts';

export const customers = {
  tables: customerTables,
  hooks: { memberDeleted: separateFromMember },
  dailyJobs: { customers: repairCustomers },
  purposes: [
    {
      name: '상담 기록',
      items: '스튜디오가 적은 상담 메모',
      reason: '상담과 촬영의 준비',
      retention: '탈퇴할 때까지',
    },
  ],
} satisfies Feature;
