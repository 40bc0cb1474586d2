import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { RegisterForm } from './register-form.tsx';
import styles from './register-page.module.css';

const RegisterPage = () => (
  <section className={styles.page} aria-labelledby="register-title">
    <header>
      <h1 id="register-title" className={styles.title}>
        회원가입
      </h1>
      <p className={styles.lead}>
        이미 회원이신가요? <Link to={paths.login()}>로그인</Link>
      </p>
    </header>
    <RegisterForm />
  </section>
);

export default RegisterPage;
