import type { ComponentProps } from 'react';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

export const LoginIdField = (props: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField {...props} label="아이디" autoComplete="username" autoCapitalize="none" spellCheck={false} />
);
