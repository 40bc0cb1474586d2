export const LOAD_FAILED = '예약 정보를 불러오는 데 실패했습니다.';
