export const LOGIN_NEEDED = '로그인이 필요합니다. 로그인 페이지로 이동합니다.';
