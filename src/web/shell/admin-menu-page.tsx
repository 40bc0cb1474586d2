import { NarrowPage } from '#web/ui/narrow-page.tsx';
import { LinkList } from './link-list.tsx';
import { adminLinks } from './menu.ts';
import { RequireRole } from './require-role.tsx';

const AdminMenuPage = () => (
  <RequireRole role="admin">
    <NarrowPage title="관리">
      <LinkList links={adminLinks} />
    </NarrowPage>
  </RequireRole>
);

export default AdminMenuPage;
