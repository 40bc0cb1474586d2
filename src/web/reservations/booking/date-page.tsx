import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { parseShootType, shootTypeLabels } from '#contract/shoot-types.ts';
import { paths } from '#web/paths.ts';
import { chooseCategory, useBookingDraft } from './booking-draft.ts';
import { TimeForm } from './time-form.tsx';

/** The category in the address overrides the one chosen earlier. */
const DatePage = () => {
  const [query] = useSearchParams();
  const requested = parseShootType(query.get('category'));
  const chosen = useBookingDraft((draft) => draft.category?.id);
  useEffect(() => {
    if (requested !== null) chooseCategory(requested);
  }, [requested]);
  const category = requested ?? chosen;
  if (category === undefined) return <Navigate to={paths.reserveType()} replace />;
  return <TimeForm label={shootTypeLabels[category]} />;
};

export default DatePage;
