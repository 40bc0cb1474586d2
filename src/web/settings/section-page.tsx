import { paths } from '#web/paths.ts';
import { AdminHead } from '#web/shell/admin-head.tsx';
import { AdminPage } from '#web/shell/admin-page.tsx';
import { SectionEditor } from './section-editor.tsx';
import { sections } from '#contract/settings/sections.ts';
import { MissingSection, SectionLoader, useSectionName } from './section-loader.tsx';

const SectionPage = () => {
  const name = useSectionName();
  return (
    <AdminPage isNarrow>
      <AdminHead
        title={name === null ? '설정' : sections[name].title}
        back={{ to: paths.settings(), label: '설정' }}
      />
      {name === null ? (
        <MissingSection />
      ) : (
        <SectionLoader key={name} name={name}>
          {(section) => <SectionEditor name={name} section={section} />}
        </SectionLoader>
      )}
    </AdminPage>
  );
};

export default SectionPage;
