import { useState, type ComponentProps } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'autoComplete' | 'suffix'>;

/** The password of the member or admin who is logged in, which confirms an action. */
export const CurrentPasswordField = (props: Omit<PasswordFieldProps, 'label'>) => (
  <TextField {...props} label="현재 비밀번호" type="password" autoComplete="current-password" />
);

/** A new password, or its confirmation. */
export const NewPasswordField = (props: PasswordFieldProps) => (
  <TextField {...props} type="password" autoComplete="new-password" />
);

/** A new password that can be shown while it is typed. */
export const VisiblePasswordField = (props: PasswordFieldProps) => {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      suffix={
        <Button
          variant="secondary"
          aria-label={isShown ? '비밀번호 숨기기' : '비밀번호 보기'}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? '숨기기' : '보기'}
        </Button>
      }
    />
  );
};
