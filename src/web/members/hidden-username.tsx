/** Tells a password manager whose password this is; nobody else meets it. */
export const HiddenUsername = ({ loginId }: { loginId: string }) => (
  <input type="text" name="username" autoComplete="username" value={loginId} readOnly hidden />
);
