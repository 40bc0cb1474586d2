import { NarrowPage } from '#web/ui/narrow-page.tsx';
import { LinkList } from '#web/shell/menu/link-list.tsx';
import { adminLinks } from '#web/shell/menu/menu-links.ts';
import { SampleContentNotice } from '#web/sample/sample-content-notice.tsx';
import { SecondFactorNotice } from '#web/settings/second-factor-notice.tsx';
import { RequireRole } from '#web/shell/require-role.tsx';

const AdminMenuPage = () => (
  <RequireRole role="admin">
    <NarrowPage title="관리">
      <SecondFactorNotice />
      <SampleContentNotice />
      <LinkList links={adminLinks} />
    </NarrowPage>
  </RequireRole>
);

export default AdminMenuPage;
