import { useState } from 'react';
import { Link } from 'react-router';
import type { SectionBody } from '#contract/settings/sections.ts';
import { settingsEndpoints } from '#contract/studio-settings.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/form/select.tsx';
import styles from './admin-questions-page.module.css';

/** Offers the texts of the section 답변 문구. Shows nothing until they have loaded. */
export const SavedReplies = ({ onInsert }: { onInsert: (text: string) => void }) => {
  const { data } = useApiQuery(settingsEndpoints.getSection, { params: { section: 'replies' } });
  const [chosenId, setChosenId] = useState<string>();
  if (data === undefined) return null;
  // Validated by the server against the schema of the section.
  const { replies } = data.body as SectionBody<'replies'>;
  const chosen = replies.find(({ id }) => id === chosenId) ?? replies[0];
  return (
    <div className={styles.replies}>
      {chosen !== undefined && (
        <>
          <Select
            label="답변 문구"
            value={chosen.id}
            options={replies.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={setChosenId}
          />
          <Button variant="secondary" onClick={() => onInsert(chosen.body)}>
            답변에 넣기
          </Button>
        </>
      )}
      <Link to={paths.settingsSection('replies')} className="link">
        {chosen === undefined ? '자주 쓰는 답변 문구 만들기' : '문구 편집'}
      </Link>
    </div>
  );
};
