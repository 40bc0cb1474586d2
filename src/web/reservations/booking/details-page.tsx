import { Navigate } from 'react-router';
import { paths } from '#web/paths.ts';
import { RequireRole } from '#web/shell/require-role.tsx';
import { useBookingDraft } from './booking-draft.ts';
import { DetailsForm } from './details-form.tsx';

const LOGIN_NEEDED = '로그인이 필요합니다. 로그인 페이지로 이동합니다.';

const DetailsPage = () => {
  const category = useBookingDraft((draft) => draft.category);
  const date = useBookingDraft((draft) => draft.date);
  if (category === null || date === null) return <Navigate to={paths.reserveType()} replace />;
  return (
    <RequireRole role="member" alert={LOGIN_NEEDED}>
      <DetailsForm category={category} date={date} />
    </RequireRole>
  );
};

export default DetailsPage;
