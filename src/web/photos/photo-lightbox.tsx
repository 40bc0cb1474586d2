import { useRef } from 'react';
import Lightbox from 'yet-another-react-lightbox';
import type { SlideImage } from 'yet-another-react-lightbox';
import 'yet-another-react-lightbox/styles.css';
import type { Photo } from '#contract/photos.ts';

const labels = {
  Lightbox: '사진 크게 보기',
  'Photo gallery': '사진 모음',
  Carousel: '사진',
  Slide: '사진',
  '{index} of {total}': '{total}장 가운데 {index}번째',
  Previous: '이전 사진',
  Next: '다음 사진',
  Close: '닫기',
} as const;

/** The WebP candidates: every browser that runs this reads them. */
const candidatesOf = ({ sources, width, height }: Photo): SlideImage['srcSet'] =>
  sources
    .find(({ type }) => type === 'image/webp')
    ?.srcset.split(', ')
    .map((candidate) => {
      const [src = '', descriptor = ''] = candidate.split(' ');
      const candidateWidth = Number.parseInt(descriptor, 10);
      return { src, width: candidateWidth, height: Math.round((candidateWidth * height) / width) };
    });

interface PhotoLightboxProps {
  readonly photos: readonly Photo[];
  readonly index: number;
  /** Closing: the picture that was shown last. */
  readonly onLeave: (index: number) => void;
  readonly onClose: () => void;
}

export const PhotoLightbox = ({ photos, index, onLeave, onClose }: PhotoLightboxProps) => {
  const shown = useRef(index);
  return (
    <Lightbox
      open
      index={index}
      close={onClose}
      labels={labels}
      on={{
        view: ({ index: viewed }) => {
          shown.current = viewed;
        },
        exiting: () => onLeave(shown.current),
      }}
      carousel={{ finite: true, padding: 0 }}
      controller={{ closeOnPullDown: true, closeOnBackdropClick: true }}
      slides={photos.map((photo) => ({
        src: photo.imageUrl,
        srcSet: candidatesOf(photo),
        alt: photo.alt,
        width: photo.width,
        height: photo.height,
      }))}
    />
  );
};
