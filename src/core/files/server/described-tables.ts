import { describeTable, omit, type DescribedTable } from '#platform/server/db/describe-table.ts';
import { privateFiles, uploadIntents } from './tables.ts';

export const fileTables: readonly DescribedTable[] = [
  describeTable(privateFiles, {
    title: '예약에 붙인 참고 사진',
    columns: {
      id: '파일 이름(pictures 폴더)',
      reservation_id: '예약의 번호',
      created_at: '업로드 일시',
      ...omit('저장소의 파일 이름입니다.', 'key'),
      ...omit('사진의 순서입니다.', 'position'),
      ...omit('파일에 있습니다.', 'width', 'height', 'bytes'),
    },
    orderBy: 'created_at',
  }),
  describeTable(uploadIntents, {
    holds: { '서비스 이용': ['ip_address'] },
    notExported: '올리는 중인 사진의 작업 상태로, 하루 안에 삭제',
  }),
];
