/**
 * The reason in words and what the studio can do, by the result code of a message or of the trial of a connection: of SOLAPI
 * (https://developers.solapi.com/references/message-status-codes), of SENS, of NAVER Cloud's gateway
 * (`NCP_…`, https://api.ncloud-docs.com/docs/common-ncpapi), of the mail server (`SMTP_…`), of the bucket (`S3_…`), of a
 * social login (`OAUTH_…`) or the site's own.
 */
const reasons: readonly (readonly [code: RegExp, reason: string, action: string])[] = [
  [/^NO_NUMBER$/, '받을 번호 없음', '내 정보에 휴대폰 번호를 등록해 주세요.'],
  [/^NotEnoughBalance$/, '잔액 부족', '문자 업체에서 잔액을 충전해 주세요.'],
  [/^(1062|3018|400)$/, '발신번호 미등록', '문자 업체에 등록한 발신번호가 설정과 같은지 확인해 주세요.'],
  [
    /^(InvalidAPIKey|SignatureDoesNotMatch|Unauthorized|NCP_2\d0|401|403|HTTP_40[13])$/,
    'API 키 오류',
    '문자 업체의 API 키가 설정과 같은지 확인해 주세요.',
  ],
  [/^(404|HTTP_404)$/, '없는 서비스', '문자 업체의 서비스 ID를 확인해 주세요.'],
  [/^RequestTimeTooSkewed$/, '서버 시계 오류', '서버의 시계를 맞춰 주세요.'],
  [
    /^(1029|A\d{3})$/,
    '알림톡 템플릿 거절',
    '문자로 다시 보냅니다. 설정의 알림톡에서 템플릿을 확인해 주세요.',
  ],
  [/^(HTTP_429|NCP_4\d0)$/, '발송 한도 초과', '문자 업체에서 발송 한도를 확인해 주세요.'],
  [/^UNREACHED$/, '연결 실패', '문자 업체에 장애가 있는지, 서버가 인터넷에 연결되어 있는지 확인해 주세요.'],
  [/^(NO_RESPONSE|HTTP_5\d\d)$/, '응답 없음', '문자 업체에 장애가 있는지 확인해 주세요.'],
  [
    /^SMTP_UNREACHED$/,
    '메일 서버 연결 실패',
    '메일 서버에 장애가 있는지, 이메일 설정의 주소와 포트가 맞는지 확인해 주세요.',
  ],
  [/^(SMTP|S3)_NOT_PUBLIC$/, '쓸 수 없는 주소', '인터넷에서 접속할 수 있는 서버의 주소를 입력해 주세요.'],
  [
    /^SMTP_53[045]$/,
    '메일 아이디나 비밀번호 오류',
    '메일의 아이디와 비밀번호를 확인해 주세요. 앱 비밀번호가 필요할 수 있습니다.',
  ],
  [/^SMTP_55[03]$/, '보내는 사람 거절', '보내는 사람의 이메일 주소를 확인해 주세요.'],
  [/^SMTP_/, '메일 서버가 거절함', '이메일 설정을 확인해 주세요.'],
  [
    /^S3_(InvalidAccessKeyId|SignatureDoesNotMatch)$/,
    '키 오류',
    '버킷의 액세스 키와 시크릿 키를 확인해 주세요.',
  ],
  [/^S3_NoSuchBucket$/, '없는 버킷', '버킷의 이름과 리전을 확인해 주세요.'],
  [/^S3_UNREACHED$/, '버킷 연결 실패', '엔드포인트의 주소를 확인해 주세요.'],
  [/^S3_/, '버킷이 거절함', '키의 권한을 확인해 주세요.'],
  [/^OAUTH_(invalid_client|unauthorized_client)$/, '키 오류', '클라이언트 ID와 시크릿을 확인해 주세요.'],
  [/^OAUTH_access_denied$/, '동의하지 않음', '로그인 화면에서 동의해 주세요.'],
  [/^OAUTH_/, '로그인 실패', '키와 리디렉션 주소를 확인하고 다시 시험해 주세요.'],
];

/** Why a message was not accepted or a trial of a connection failed, in words, and what the studio can do. */
export const describeRefusal = (
  code: string | null,
): { readonly reason: string; readonly action: string } => {
  const [, reason, action] = reasons.find(([pattern]) => pattern.test(code ?? '')) ?? [
    null,
    code === null ? '발송 거절' : `발송 거절 (${code})`,
    '문자 업체에서 발송 내역과 발신번호, 잔액을 확인해 주세요.',
  ];
  return { reason, action };
};
