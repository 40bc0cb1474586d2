import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { ShootType } from '#core/content/contract/categories.ts';
import type { GalleryPhoto } from '#core/files/web/photo-view.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import type { PhotoLightbox } from './photo-lightbox.tsx';

/** Opens the photo at `index`. `onLeave` is called on close with the index of the last shown photo, to return the focus. */
export type OpenPhoto = (index: number, onLeave: (index: number) => void) => Promise<void>;

interface Opened {
  readonly Lightbox: typeof PhotoLightbox;
  readonly index: number;
  readonly onLeave: (index: number) => void;
}

/** In browsers with View Transitions that focus a pressed button, its photo grows to the large one. */
const growPhoto = (pressed: Element | null, show: () => void): void => {
  if (!('startViewTransition' in document) || !(pressed instanceof HTMLButtonElement)) return show();
  pressed.style.viewTransitionName = 'large-photo';
  document.startViewTransition(() => {
    pressed.style.viewTransitionName = '';
    flushSync(show);
  });
};

/** The lightbox of a page's photos. It is imported on demand to keep it out of the page's first load. */
export const useLightbox = (
  photos: readonly GalleryPhoto[],
  shootType: ShootType,
): { readonly open: OpenPhoto; readonly lightbox: ReactNode } => {
  const [opened, setOpened] = useState<Opened | null>(null);
  const open: OpenPhoto = async (index, onLeave) => {
    const pressed = document.activeElement;
    try {
      const { PhotoLightbox: Lightbox } = await import('./photo-lightbox.tsx');
      growPhoto(pressed, () => setOpened({ Lightbox, index, onLeave }));
    } catch {
      await showAlert('사진을 불러오지 못했습니다. 다시 시도해 주세요.');
    }
  };
  const lightbox = opened !== null && (
    <opened.Lightbox
      photos={photos}
      shootType={shootType}
      index={opened.index}
      onLeave={opened.onLeave}
      onClose={() => setOpened(null)}
    />
  );
  return { open, lightbox };
};
