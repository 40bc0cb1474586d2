import { useRef, type TouchEvent } from 'react';

const MIN_DISTANCE_PX = 48;

/** Handlers for a horizontal swipe by one finger. Short, vertical and diagonal moves are ignored. */
export const useSwipe = (onSwipe: (direction: 'left' | 'right') => void) => {
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent): void => {
      const touch = touches[0];
      const isOneFinger = touch !== undefined && touches.length === 1;
      start.current = isOneFinger ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent): void => {
      const touch = changedTouches[0];
      if (start.current === null || touch === undefined) return;
      const [right, down] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      start.current = null;
      if (Math.abs(right) < MIN_DISTANCE_PX || Math.abs(right) < 2 * Math.abs(down)) return;
      onSwipe(right < 0 ? 'left' : 'right');
    },
  };
};
