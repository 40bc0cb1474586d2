import { useLoaderData } from 'react-router';
import type { PageMeta } from '#core/content/web/page-meta.ts';
import type { Api } from '#platform/web/client/api/api.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { WidePage } from '#platform/web/ui/wide-page.tsx';
import { guestBookEndpoints, type GuestBook } from '../contract/guest-book.ts';

export const loadGuestBook = (api: Api) => (): Promise<GuestBook> =>
  api.call(guestBookEndpoints.readGuestBook, {});

export const guestBookMeta: PageMeta = {
  title: '방명록',
  description: '촬영을 마친 분들이 남긴 글입니다. 소감과 인사를 남겨 주세요.',
};

export const GuestBookPage = () => {
  const { greeting, entries } = useLoaderData<GuestBook>();
  return (
    <WidePage title="방명록" lead={greeting} isReading>
      {entries.length === 0 ? (
        <EmptyState title="아직 글이 없습니다." />
      ) : (
        <ul>
          {entries.map(({ id, content }) => (
            <li key={id}>{content}</li>
          ))}
        </ul>
      )}
    </WidePage>
  );
};
