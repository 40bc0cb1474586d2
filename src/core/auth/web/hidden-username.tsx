/** Names the account for password managers, hidden from everyone else. */
export const HiddenUsername = ({ loginId }: { loginId: string }) => (
  <input type="text" name="username" autoComplete="username" value={loginId} readOnly hidden />
);
