import type { SmsConfig } from './ports/sms/create-sms.ts';

const smsCompanies: Readonly<Record<SmsConfig['provider'], string | null>> = {
  outbox: null,
  solapi: '주식회사 솔라피',
  sens: '네이버클라우드 주식회사',
};

/** A processor of personal data, as the privacy policy must list it (개인정보 보호법 제26조). */
export interface DataProcessor {
  readonly name: string;
  readonly work: string;
  readonly period: string;
  /** Present for processors outside Korea. */
  readonly abroad?: { readonly country: string; readonly contact: string };
}

/** Parses `수탁자 | 위탁 업무 | 기간`, with `| 국가 | 연락처` for a processor abroad; null for any other form. */
export const parseProcessor = (line: string): DataProcessor | null => {
  const parts = line.split('|').map((part) => part.trim());
  if ((parts.length !== 3 && parts.length !== 5) || parts.includes('')) return null;
  const [name = '', work = '', period = '', country, contact] = parts;
  return {
    name,
    work,
    period,
    ...(country !== undefined && contact !== undefined ? { abroad: { country, contact } } : {}),
  };
};

/** The data processors that the site knows: the SMS company, if one is configured, and those that the environment names. */
export const listDataProcessors = (
  sms: SmsConfig['provider'],
  configured: readonly DataProcessor[],
): readonly DataProcessor[] => {
  const company = smsCompanies[sms];
  return [
    ...(company === null
      ? []
      : [{ name: company, work: '인증번호와 예약·문의 안내 문자 발송', period: '발송 완료 시까지' }]),
    ...configured,
  ];
};
