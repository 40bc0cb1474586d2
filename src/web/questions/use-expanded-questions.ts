import { useRef } from 'react';
import { useLocation } from 'react-router';

const expandedByLocation = new Map<string, Set<number>>();

/** Stores per history entry which questions are expanded, so that Back restores the list. */
export const useExpandedQuestions = () => {
  const { key } = useLocation();
  const initial = useRef<{ key: string; ids: ReadonlySet<number> } | null>(null);
  // The questions open on arrival. Later changes are not rendered: the `details` elements hold their own state.
  if (initial.current?.key !== key) initial.current = { key, ids: new Set(expandedByLocation.get(key)) };
  const { ids } = initial.current;
  return {
    isInitiallyOpen: (id: number): boolean => ids.has(id),
    saveExpanded: (id: number, isOpen: boolean): void => {
      const open = expandedByLocation.get(key) ?? new Set();
      if (isOpen) open.add(id);
      else open.delete(id);
      expandedByLocation.set(key, open);
    },
  };
};
