import { ZoomIn, ZoomOut } from 'lucide-react';
import { useRef, useState } from 'react';
import Lightbox, {
  IconButton,
  type ControllerRef,
  type RenderSlideProps,
  type SlideImage,
  type ZoomRef,
  useLightboxState,
} from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Share from 'yet-another-react-lightbox/plugins/share';
import Thumbnails from 'yet-another-react-lightbox/plugins/thumbnails';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import 'yet-another-react-lightbox/plugins/thumbnails.css';
import type { ShootType } from '#core/content/contract/categories.ts';
import { paths } from '#core/content/web/paths.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { slideId, type GalleryPhoto } from '#core/files/web/photo-view.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { useBackToClose } from '#platform/web/client/navigation/use-back-to-close.ts';
import { cx } from '#platform/web/ui/cx.ts';
import styles from './photo-lightbox.module.css';

const labels = {
  Lightbox: '사진 크게 보기',
  'Photo gallery': '사진 모음',
  Carousel: '사진',
  Slide: '사진',
  '{index} of {total}': '{total}장 중 {index}번째',
  Previous: '이전 사진',
  Next: '다음 사진',
  'Zoom in': '확대',
  'Zoom out': '축소',
  Share: '공유',
  Thumbnails: '사진 목록',
  'Show thumbnails': '사진 목록 보기',
  'Hide thumbnails': '사진 목록 닫기',
  Close: '닫기',
} as const;

/** Room for an arrow button beside the photo, in pixels. */
const ARROW_WIDTH = 76;

/** Room for the footer below the photo in pixels. On a wide screen the carousel's padding is used. A low screen shows no description. */
const footerHeight = (isWide: boolean): number => {
  if (isWide) return 0;
  return matchMedia('(max-height: 31.25rem)').matches ? 76 : 136;
};

/** Limits the zoom to two CSS pixels per pixel of the widest rendition. */
const MAX_ZOOM_PIXEL_RATIO = 2;

/** Width of the widest rendition in pixels; without sources the photo's own width. */
const widestOf = ({ sources, width }: GalleryPhoto): number =>
  Math.max(
    ...sources.flatMap(({ srcset }) => [...srcset.matchAll(/ (\d+)w/g)].map(([, w]) => Number(w))),
    0,
  ) || width;

const slideOf = (photo: GalleryPhoto): SlideImage => {
  const width = widestOf(photo);
  return {
    src: photo.imageUrl,
    alt: photo.alt,
    width,
    height: Math.round((width * photo.height) / photo.width),
    share: { url: new URL(`#${slideId(photo)}`, location.href).href, title: photo.alt },
  };
};

const renderSlide = (
  photo: GalleryPhoto,
  { slide, rect, offset, zoom = 1 }: RenderSlideProps,
  footer: number,
) => {
  const { width = photo.width, height = photo.height } = slide;
  const scale = Math.min(rect.width / width, (rect.height - footer) / height, 1);
  const shown = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return (
    // Prevents the browser's native image drag while swiping with a mouse.
    <div
      className={styles.photo}
      data-current={offset === 0 || undefined}
      style={{ ...shown, marginBlockEnd: footer }}
      onDragStart={(event) => event.preventDefault()}
    >
      <PhotoPicture
        photo={photo}
        sizes={`${Math.round(shown.width * (offset === 0 ? zoom : 1))}px`}
        isPriority={offset === 0}
        isEager
        fillsParent
        fit="contain"
      />
    </div>
  );
};

/** One button: zooms in as far as the photo allows, and out again. */
const renderZoomButton = ({ zoom, minZoom, maxZoom, disabled, changeZoom }: ZoomRef) => {
  const isZoomed = zoom > minZoom;
  return (
    <IconButton
      key="zoom"
      label={isZoomed ? 'Zoom out' : 'Zoom in'}
      icon={isZoomed ? ZoomOut : ZoomIn}
      disabled={disabled}
      onClick={() => changeZoom(isZoomed ? minZoom : maxZoom)}
    />
  );
};

interface FooterProps {
  readonly photos: readonly GalleryPhoto[];
  readonly shootType: ShootType;
}

/** The description of the shown photo, and links to a booking. */
const Footer = ({ photos, shootType }: FooterProps) => {
  const photo = photos[useLightboxState().currentIndex];
  if (photo === undefined) return null;
  return (
    <div className={cx('stack-3', styles.footer)}>
      <p className={cx('small', styles.caption)}>{photo.alt}</p>
      <div className={cx('stack-2', styles.actions)}>
        <ButtonLink to={`${paths.reserveDate(shootType)}&like=${photo.id}`} variant="secondary" replace>
          이 사진처럼
        </ButtonLink>
        <ButtonLink to={paths.reserveDate(shootType)} replace>
          이런 촬영 예약하기
        </ButtonLink>
      </div>
    </div>
  );
};

interface PhotoLightboxProps extends FooterProps {
  readonly index: number;
  /** Called on close with the index of the last shown photo. */
  readonly onLeave: (index: number) => void;
  readonly onClose: () => void;
}

export const PhotoLightbox = ({ photos, shootType, index, onLeave, onClose }: PhotoLightboxProps) => {
  const shown = useRef(index);
  const controller = useRef<ControllerRef>(null);
  const [isWide] = useState(() => matchMedia('(min-width: 48rem)').matches);
  const removeHistoryEntry = useBackToClose(() => controller.current?.close());
  return (
    <Lightbox
      open
      className={styles.lightbox}
      index={index}
      close={onClose}
      labels={labels}
      plugins={[Counter, Share, ...(isWide && photos.length > 1 ? [Thumbnails] : []), Zoom]}
      on={{
        view: ({ index: viewed }) => {
          shown.current = viewed;
        },
        exiting: () => {
          removeHistoryEntry();
          onLeave(shown.current);
        },
      }}
      // On a wide screen leaves room for the arrows beside the photo. On a phone they are above the footer.
      carousel={{ finite: true, padding: isWide ? ARROW_WIDTH : 0, preload: isWide ? 2 : 1 }}
      controller={{ ref: controller, closeOnPullDown: true, closeOnBackdropClick: true }}
      thumbnails={{
        width: 56,
        height: 56,
        border: 0,
        borderRadius: 0,
        padding: 0,
        gap: 8,
        imageFit: 'cover',
        vignette: false,
      }}
      zoom={{ maxZoomPixelRatio: MAX_ZOOM_PIXEL_RATIO, pinchZoomV4: true }}
      render={{
        slide: (props) => {
          const photo = photos.find(({ imageUrl }) => imageUrl === props.slide.src);
          return photo === undefined ? undefined : renderSlide(photo, props, footerHeight(isWide));
        },
        thumbnail: ({ slide }) => {
          const photo = photos.find(({ imageUrl }) => imageUrl === slide.src);
          return photo && <PhotoPicture photo={photo} sizes="72px" fillsParent isDecorative />;
        },
        controls: () => <Footer photos={photos} shootType={shootType} />,
        buttonZoom: renderZoomButton,
        // Hides the arrow buttons when there is only one photo.
        ...(photos.length === 1 && { buttonPrev: () => null, buttonNext: () => null }),
      }}
      slides={photos.map(slideOf)}
    />
  );
};
