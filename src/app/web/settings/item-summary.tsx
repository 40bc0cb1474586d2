import { useWatch } from 'react-hook-form';
import type { Field, Fields } from '#core/content/contract/field.ts';
import { studioEndpoints } from '#core/content/contract/studio.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { toPhotoView } from '#core/files/web/photo-view.ts';
import { formatNumber } from '#platform/contract/text/format-number.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import styles from './item-summary.module.css';

/** The photo that visitors see of a package. One that was chosen since, or of a hidden package, is not known. */
const PackageThumbnail = ({ id, photoId }: { id: string; photoId: unknown }) => {
  const { data } = useApiQuery(studioEndpoints.packages, {});
  const photo = data?.find((item) => item.id === id)?.photo ?? null;
  const isShown = photo !== null && (photoId === null || photoId === photo.id);
  return (
    <span className={styles.thumbnail}>
      {isShown && <PhotoPicture photo={toPhotoView(photo)} sizes="48px" fillsParent isDecorative />}
    </span>
  );
};

interface ItemSummaryProps {
  readonly fields: Fields;
  /** Path of the item in the form. */
  readonly path: string;
  /** Shown while the item has no name. */
  readonly title: string;
}

/** What a list item is, in one line: its photo, its first line of text, its price and whether it is hidden. */
export const ItemSummary = ({ fields, path, title }: ItemSummaryProps) => {
  const item = useWatch({ name: path }) as
    | Readonly<Record<string, string | number | boolean | null>>
    | undefined;
  const nameOf = (kind: Field['kind']) =>
    Object.keys(fields).find((name) => fields[name]?.kind === kind) ?? '';
  const price = nameOf('price');
  const name = String(item?.[nameOf('line')] ?? '');
  return (
    <>
      {nameOf('photo') !== '' && (
        <PackageThumbnail id={String(item?.['id'])} photoId={item?.[nameOf('photo')]} />
      )}
      <span className={cx('strong', styles.name)}>{name === '' ? title : name}</span>
      {item?.['isHidden'] === true && <Badge tone="plain">숨김</Badge>}
      {price !== '' && (
        <span className="small tabular nowrap">
          {typeof item?.[price] === 'number' ? `${formatNumber(item[price])}원` : '상담 후 안내'}
        </span>
      )}
    </>
  );
};
