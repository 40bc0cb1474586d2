import { policyVersions } from '#contract/legal/consents.ts';
import type { Studio } from '#contract/studio.ts';
import type { LegalText } from './legal-text.ts';

export const over14Of = (studio: Studio): LegalText => ({
  title: '만 14세 이상 이용 안내',
  lead: '회원가입은 만 14세 이상만 가능합니다.',
  version: policyVersions.over14,
  sections: [
    {
      heading: '연령을 확인하는 이유',
      body: [
        '「개인정보 보호법」 제22조의2에 따라 만 14세 미만 아동의 개인정보를 수집하려면 법정대리인의 동의가 필요합니다. 스튜디오는 만 14세 미만 아동의 개인정보를 수집하지 않으며, 가입 시 만 14세 이상인지 확인합니다.',
      ],
    },
    {
      heading: '확인 방법',
      body: [
        '가입하는 분이 “만 14세 이상입니다” 항목에 직접 동의하는 방법으로 확인합니다. 동의하지 않으면 가입이 완료되지 않습니다. 소셜 로그인으로 가입을 시작할 때 저장된 회원 식별값과 연결 해제용 토큰은 하루가 지나면 제공자와의 연결을 해제하고 파기합니다.',
        '만 14세는 생년월일을 기준으로 하며, 열네 번째 생일부터 만 14세 이상에 해당합니다.',
      ],
    },
    {
      heading: '만 14세 미만으로 확인된 경우',
      body: [
        {
          list: [
            '회원가입과 예정된 예약을 취소합니다.',
            '저장된 개인정보를 지체 없이 파기합니다.',
            '이미 결제하신 금액이 있으면 환불해 드립니다.',
          ],
        },
      ],
    },
    {
      heading: '어린이 촬영을 원하시는 경우',
      body: [
        '만 14세 미만 어린이의 촬영은 보호자께서 회원으로 가입하여 예약해 주세요. 촬영 당일에는 보호자가 동반해야 합니다.',
        `궁금한 점은 전화(${studio.phone}) 또는 이메일(${studio.email})로 문의해 주세요.`,
      ],
    },
  ],
});
