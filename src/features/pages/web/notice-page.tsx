import { useLoaderData } from 'react-router';
import { studioEndpoints, type StudioNotice } from '#core/content/contract/studio.ts';
import type { PageMeta } from '#core/content/web/page-meta.ts';
import { noticeAnchor } from '#core/content/web/paths.ts';
import { formatDate } from '#platform/contract/seoul-time.ts';
import type { Api } from '#platform/web/client/api/api.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { WidePage } from '#platform/web/ui/wide-page.tsx';
import styles from './notice-page.module.css';

export const loadNotices = (api: Api) => (): Promise<StudioNotice[]> => api.call(studioEndpoints.notices, {});

/** An empty page is left out of search results. */
export const noticeMeta = (notices: readonly StudioNotice[]): PageMeta => ({
  title: '공지사항',
  description: '스튜디오의 새 소식과 휴무, 예약 안내를 알려 드립니다.',
  isNoindex: notices.length === 0,
});

export const NoticePage = () => {
  const notices = useLoaderData<StudioNotice[]>();
  return (
    <WidePage title="공지사항" lead="스튜디오의 새 소식과 휴무, 예약 안내를 알려 드립니다." isReading>
      {notices.length === 0 ? (
        <EmptyState title="등록된 공지가 없습니다." />
      ) : (
        <ul className={styles.list}>
          {notices.map(({ id, title, body, date }) => (
            <li key={id} id={noticeAnchor(id)} className={cx('stack-3', styles.item)}>
              <h2>{title}</h2>
              {date !== null && (
                <time dateTime={date} className="note tabular">
                  {formatDate(date)}
                </time>
              )}
              <p className="prose">{body}</p>
            </li>
          ))}
        </ul>
      )}
    </WidePage>
  );
};
