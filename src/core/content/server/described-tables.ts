import { sql } from 'drizzle-orm';
import { describeTable, omit, type DescribedTable } from '#platform/server/db/describe-table.ts';
import { categoryColumn } from './categories.ts';
import { packageVersions, studioSettingVersions, studioSettingDrafts } from './tables.ts';

export const contentTables: readonly DescribedTable[] = [
  describeTable(packageVersions, {
    title: '예약할 때 선택한 상품',
    columns: {
      id: '번호',
      ...omit('상품을 관리하는 번호입니다.', 'package_id'),
      shoot_type: categoryColumn,
      name: '이름',
      summary: '설명',
      price_won: '가격(원)',
      includes: '포함 사항',
      ...omit('상품을 게시한 시각입니다.', 'created_at'),
    },
    belongsTo: (id) => sql`id in (select package_version_id from reservations where member_id = ${id})`,
  }),
  describeTable(studioSettingVersions, { notExported: '회원이 아니라 스튜디오의 자료' }),
  describeTable(studioSettingDrafts, { notExported: '회원이 아니라 스튜디오의 자료' }),
];
