import { ZoomIn, ZoomOut } from 'lucide-react';
import { useRef, useState } from 'react';
import Lightbox, {
  IconButton,
  type ControllerRef,
  type RenderSlideProps,
  type SlideImage,
  type ZoomRef,
} from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import type { GalleryPhoto } from '#core/files/web/photo-view.ts';
import { useBackToClose } from '#platform/web/client/navigation/use-back-to-close.ts';
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
  Close: '닫기',
} as const;

/** Room for an arrow button beside the photo, in pixels. */
const ARROW_WIDTH = 76;

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
  };
};

const renderSlide = (photo: GalleryPhoto, { slide, rect, offset, zoom = 1 }: RenderSlideProps) => {
  const { width = photo.width, height = photo.height } = slide;
  const scale = Math.min(rect.width / width, rect.height / height, 1);
  const shown = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return (
    // Prevents the browser's native image drag while swiping with a mouse.
    <div className={styles.photo} style={shown} onDragStart={(event) => event.preventDefault()}>
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

interface PhotoLightboxProps {
  readonly photos: readonly GalleryPhoto[];
  readonly index: number;
  /** Called on close with the index of the last shown photo. */
  readonly onLeave: (index: number) => void;
  readonly onClose: () => void;
}

export const PhotoLightbox = ({ photos, index, onLeave, onClose }: PhotoLightboxProps) => {
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
      plugins={[Counter, Zoom]}
      on={{
        view: ({ index: viewed }) => {
          shown.current = viewed;
        },
        exiting: () => {
          removeHistoryEntry();
          onLeave(shown.current);
        },
      }}
      // On a wide screen leaves room for the arrows beside the photo. On a phone they are at the bottom of the screen.
      carousel={{ finite: true, padding: isWide ? ARROW_WIDTH : 0, preload: 1 }}
      controller={{ ref: controller, closeOnPullDown: true, closeOnBackdropClick: true }}
      zoom={{ maxZoomPixelRatio: MAX_ZOOM_PIXEL_RATIO, pinchZoomV4: true }}
      render={{
        slide: (props) => {
          const photo = photos.find(({ imageUrl }) => imageUrl === props.slide.src);
          return photo === undefined ? undefined : renderSlide(photo, props);
        },
        buttonZoom: renderZoomButton,
        // Hides the arrow buttons when there is only one photo.
        ...(photos.length === 1 && { buttonPrev: () => null, buttonNext: () => null }),
      }}
      slides={photos.map(slideOf)}
    />
  );
};
