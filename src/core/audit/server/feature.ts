import type { Feature } from '#core/feature/server/feature.ts';
import { auditTables } from './described-tables.ts';

export const audit = {
  tables: auditTables,
  // Columns of logins and sessions serve this purpose too.
  purposes: [
    {
      name: '서비스 이용',
      items: 'IP 주소, 접속 시각, 브라우저 종류',
      reason: '부정 이용 방지, 보안, 법령에 따른 기록',
      retention: '로그인 기록 3개월, 로그인 중인 기기는 로그아웃할 때까지, 관리자의 접속기록 2년',
    },
  ],
} satisfies Feature;
