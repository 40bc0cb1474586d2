import { paths } from '#core/content/web/paths.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { Desk } from '../../contract/desk.ts';

const linkTo = (label: string) => (
  <ButtonLink to={paths.settingsSection('opening')} variant="secondary">
    {label}
  </ButtonLink>
);

/** Says that the site is not open yet, or offers to close it while it shows sample content. */
export const DeskOpening = ({ isNotOpenYet, showsSamples }: Pick<Desk, 'isNotOpenYet' | 'showsSamples'>) => {
  if (isNotOpenYet)
    return (
      <Notice tone="warning" action={linkTo('홈페이지 열기')}>
        준비 중입니다. 방문자에게는 상호, 사진, 연락처만 보입니다.
      </Notice>
    );
  if (!showsSamples) return null;
  return (
    <Notice action={linkTo('준비 중으로 바꾸기')}>
      방문자에게 예시 자료가 보입니다. 다 바꿀 때까지 연락처만 보여 줄 수 있습니다.
    </Notice>
  );
};
