import * as z from 'zod/mini';

/** The default messages, by HTTP status and error code. */
const messages = {
  400: {
    INVALID_INPUT: '입력한 내용을 확인해 주세요.',
    BAD_REQUEST: '요청을 처리할 수 없습니다. 주소를 확인해 주세요.',
    INVALID_JSON: '요청 형식이 올바르지 않습니다.',
    LOGIN_FAILED: '아이디 또는 비밀번호가 올바르지 않습니다.',
    PASSWORD_WRONG: '현재 비밀번호가 일치하지 않습니다.',
    TOTP_REQUIRED: '인증 앱의 6자리 코드를 입력해 주세요.',
    TOTP_WRONG: '코드가 올바르지 않거나 이미 사용되었습니다. 새 코드를 입력해 주세요.',
    PASSWORD_UNCHANGED: '새 비밀번호가 현재 비밀번호와 같습니다.',
    CODE_WRONG: '인증번호가 올바르지 않거나 만료되었습니다.',
    SETUP_LINK_INVALID:
      '링크가 만료되었거나 이미 사용되었습니다. 초대한 관리자에게 새 링크를 받거나 서버를 다시 시작해 주세요.',
    DATE_UNAVAILABLE: '예약할 수 없는 날짜입니다. 다른 날짜를 선택해 주세요.',
    SLOT_PAST: '이미 지난 시간입니다. 다른 시간을 선택해 주세요.',
    SLOT_NOT_OFFERED: '지금은 예약을 받지 않는 시간입니다. 다른 시간을 선택해 주세요.',
    SLOT_CLOSED: '예약이 마감된 시간입니다. 다른 시간을 선택해 주세요.',
    UPLOAD_SAVED: '이미 등록된 사진입니다.',
  },
  401: { UNAUTHENTICATED: '로그인이 필요합니다.' },
  403: {
    FORBIDDEN: '이용 권한이 없습니다.',
    PROFILE_INCOMPLETE: '이용 권한이 없습니다.',
    UPLOAD_REFUSED: '업로드할 수 없는 파일이거나 업로드 유효 시간이 지났습니다. 다시 업로드해 주세요.',
    SECOND_FACTOR_NEEDED: '관리자는 2단계 로그인을 켜야 합니다. 관리 → 설정 → 관리자에서 켜 주세요.',
  },
  404: { NOT_FOUND: '요청하신 내용을 찾을 수 없습니다.' },
  405: { METHOD_NOT_ALLOWED: '지원하지 않는 요청 방식입니다.' },
  408: { REQUEST_TIMEOUT: '요청 시간이 초과되었습니다. 다시 시도해 주세요.' },
  409: {
    LOGIN_ID_TAKEN: '이미 사용 중인 아이디입니다.',
    PHONE_TAKEN: '이미 가입된 전화번호입니다.',
    SLOT_TAKEN: '이미 예약된 시간입니다. 다른 시간을 선택해 주세요.',
    SLOT_BOOKED: '이미 예약된 시간이라 변경할 수 없습니다.',
    TOO_MANY_PICTURES:
      '업로드해 두신 사진이 너무 많습니다. 예약에 쓰지 않을 사진을 삭제하고 잠시 후 다시 업로드해 주세요.',
    HOLD_REFUSED: '지금은 시간을 미리 잡아 둘 수 없습니다. 예약은 그대로 진행하실 수 있습니다.',
    // The limits of a new studio. The server sends a text with the limits in force.
    BOOKING_LIMIT: '앞으로의 미팅은 10건까지 예약할 수 있습니다.',
    BOOKING_DAY_LIMIT: '같은 날짜에는 2건까지 예약할 수 있습니다.',
    CHANGE_TOO_LATE: '변경하거나 취소할 수 있는 시간이 지났습니다. 스튜디오로 연락해 주세요.',
    NOT_BOOKED: '이미 취소되었거나 끝난 예약입니다.',
    CHANGED_MEANWHILE: '그사이 예약이 변경되었습니다. 다시 확인해 주세요.',
    NOTE_CHANGED: '그사이 다른 관리자가 메모를 저장했습니다. 두 내용을 비교해 주세요.',
    SETTINGS_CHANGED: '그사이 다른 관리자가 게시했습니다. 두 내용을 비교해 주세요.',
    DOCUMENT_IN_FORCE: '이미 시행된 내용은 취소할 수 없습니다.',
    CONSENT_NEEDED: '개인정보 처리방침이 바뀌었습니다. 내용을 확인하고 동의해 주세요.',
    RESERVATIONS_COLLIDE: '새 미팅 시간과 맞지 않는 예약이 있습니다. 예약을 확인해 주세요.',
    PACKAGE_CHANGED: '그사이 상품의 내용이나 가격이 변경되었습니다. 다시 확인해 주세요.',
    QUESTIONS_CHANGED: '그사이 사전 질문이 바뀌었습니다. 입력하신 내용은 그대로 있으니 질문을 확인해 주세요.',
    TOTP_ON: '2단계 로그인을 이미 사용하고 있습니다.',
    TOO_EARLY: '아직 미팅이 시작되지 않은 예약입니다.',
    ALREADY_SENT: '이미 발송했거나 발송 중인 알림입니다.',
    ALREADY_ANSWERED: '이미 답변이 등록된 문의입니다.',
    PHOTO_EXISTS: '이 카테고리에 이미 등록된 사진입니다.',
    UPLOAD_BUSY: '이 사진을 저장하고 있습니다. 잠시 후 다시 확인해 주세요.',
    PHOTOS_CHANGED: '그사이 사진이 변경되었습니다. 다시 확인해 주세요.',
    CATEGORY_FULL: '한 카테고리에는 사진을 500장까지 등록할 수 있습니다.',
    EXTRA_ALREADY_GIVEN: '추가 정보가 이미 등록되었습니다.',
    ADMIN_ACCOUNT: '관리자는 여기서 삭제할 수 없습니다. 관리 → 설정 → 관리자에서 권한을 먼저 회수해 주세요.',
    LAST_ADMIN: '마지막 관리자는 탈퇴할 수 없습니다.',
    LAST_ADMIN_ROLE: '마지막 관리자의 권한은 회수할 수 없습니다. 다른 관리자를 먼저 초대해 주세요.',
  },
  411: { LENGTH_REQUIRED: '파일의 크기를 알 수 없습니다. 다시 업로드해 주세요.' },
  412: { UPLOAD_TAKEN: '이미 업로드한 파일입니다.' },
  413: { TOO_LARGE: '보내신 내용의 용량이 너무 큽니다.' },
  415: { UNSUPPORTED_TYPE: '지원하지 않는 형식입니다.' },
  422: { KEY_REUSED: '같은 요청 번호로 다른 내용을 보낼 수 없습니다.' },
  429: { TOO_MANY_REQUESTS: '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.' },
  431: { HEADERS_TOO_LARGE: '주소나 쿠키가 너무 깁니다.' },
  500: { INTERNAL: '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.' },
  501: { NOT_IMPLEMENTED: '아직 준비 중인 기능입니다.' },
  503: {
    SMS_FAILED: '인증번호 전송에 실패했습니다.',
    UNAVAILABLE: '지금은 이용자가 많습니다. 잠시 후 다시 시도해 주세요.',
  },
  507: {
    STORAGE_FULL: '저장 공간이 부족해 지금은 사진을 업로드할 수 없습니다. 나중에 다시 업로드해 주세요.',
  },
} as const;

type Errors = {
  readonly [Status in keyof typeof messages as keyof (typeof messages)[Status]]: {
    readonly status: Status;
    readonly message: string;
  };
};

/** All error codes of the API with their HTTP status and the default message. */
export const errors = Object.fromEntries(
  Object.entries(messages).flatMap(([status, byCode]) =>
    Object.entries(byCode).map(([code, message]) => [code, { status: Number(status), message }]),
  ),
) as Errors;

export type ErrorCode = keyof typeof errors;

/** The body of an error response of the API. `fields` maps the names of invalid fields to messages. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});
export type ErrorBody = z.output<typeof errorBody>;

interface AppErrorOptions {
  readonly message?: string;
  readonly fields?: Record<string, string>;
  /** Seconds that the client should wait before a retry. */
  readonly retryAfter?: number;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions) {
    super(options.message ?? errors[code].message);
    this.code = code;
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
  }
}

/** Creates an error to throw: `throw appError('SLOT_TAKEN')`. */
export const appError = (code: ErrorCode, options: AppErrorOptions = {}): AppError =>
  new AppError(code, options);
