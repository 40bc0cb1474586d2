import type { ComponentProps } from 'react';
import { PhoneField } from '#platform/web/ui/form/phone-field.tsx';

/** The mobile number of a member, to which codes are sent. */
export const MobileField = (props: ComponentProps<typeof PhoneField>) => (
  <PhoneField {...props} hint="하이픈(-) 없이 숫자 11자리" autoComplete="tel-national" />
);
