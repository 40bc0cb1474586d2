/** Records that the law requires us to keep: what, how long and by which law. The first privacy policy lists them too. */
export const retainedRecords = [
  ['계약 또는 청약철회 등에 관한 기록', '5년', '전자상거래 등에서의 소비자보호에 관한 법률'],
  ['대금 결제 및 재화 등의 공급에 관한 기록', '5년', '전자상거래 등에서의 소비자보호에 관한 법률'],
  ['소비자의 불만 또는 분쟁 처리에 관한 기록', '3년', '전자상거래 등에서의 소비자보호에 관한 법률'],
  ['표시·광고에 관한 기록', '6개월', '전자상거래 등에서의 소비자보호에 관한 법률'],
  ['로그인 기록', '3개월', '통신비밀보호법'],
] as const;
