import { Suspense, type ReactNode } from 'react';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';

/** For pages that use the sections of all features. */
export const SettingsSuspense = ({ children }: { children: ReactNode }) => (
  <Suspense
    fallback={
      <AdminPage isNarrow>
        <Skeleton label="설정을 불러오는 중입니다." shape="card" count={2} />
      </AdminPage>
    }
  >
    {children}
  </Suspense>
);
