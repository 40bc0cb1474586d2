import { useRef } from 'react';
import { useLocation } from 'react-router';

const expandedByLocation = new Map<string, Set<number>>();

/** Which inquiries are unfolded at this place of the history: whoever comes back finds the list as it was left. */
export const useExpandedQuestions = () => {
  const { key } = useLocation();
  const atFirst = useRef<{ key: string; ids: ReadonlySet<number> } | null>(null);
  // What was open on arrival; later changes are the visitor's and the document's own.
  if (atFirst.current?.key !== key) atFirst.current = { key, ids: new Set(expandedByLocation.get(key)) };
  const { ids } = atFirst.current;
  return {
    isOpenAtFirst: (id: number): boolean => ids.has(id),
    remember: (id: number, isOpen: boolean): void => {
      const open = expandedByLocation.get(key) ?? new Set();
      if (isOpen) open.add(id);
      else open.delete(id);
      expandedByLocation.set(key, open);
    },
  };
};
