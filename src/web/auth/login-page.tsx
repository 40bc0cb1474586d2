import { useState } from 'react';
import { Navigate } from 'react-router';
import { paths } from '#web/paths.ts';
import { LoginForm } from './login-form.tsx';
import { PhotoBeside } from './photo-beside.tsx';
import { readSession } from './session.ts';

const LoginPage = () => {
  // Read once, because the login itself redirects on its own.
  const [wasLoggedIn] = useState(() => readSession() !== null);
  return wasLoggedIn ? (
    <Navigate to={paths.home()} replace />
  ) : (
    <PhotoBeside>
      <LoginForm />
    </PhotoBeside>
  );
};

export default LoginPage;
