import { documentVersions } from '#contract/legal.ts';
import type { Studio } from '#contract/studio.ts';
import type { LegalText } from './legal-text.ts';

export const over14Of = (studio: Studio): LegalText => ({
  title: '만 14세 이상 이용 안내',
  lead: '회원 가입은 만 14세 이상만 할 수 있습니다.',
  version: documentVersions.over14,
  sections: [
    {
      heading: '왜 나이를 확인하나요',
      body: [
        '「개인정보 보호법」 제22조의2에 따라 만 14세 미만 아동의 개인정보를 받으려면 법정대리인의 동의가 필요합니다. 저희는 만 14세 미만 아동의 정보를 받지 않으며, 가입할 때 만 14세 이상인지 확인합니다.',
      ],
    },
    {
      heading: '확인하는 방법',
      body: [
        '가입하는 사람이 “만 14세 이상입니다”에 스스로 동의하여 확인합니다. 동의하지 않으면 어떤 정보도 저장하지 않습니다.',
        '만 14세는 태어난 날을 기준으로 합니다. 열네 번째 생일이 지난 사람은 만 14세 이상입니다.',
      ],
    },
    {
      heading: '만 14세 미만인 것이 확인되면',
      body: [
        {
          list: [
            '가입을 취소하고, 앞으로의 예약을 취소합니다.',
            '저장된 개인정보를 지체 없이 지웁니다.',
            '이미 낸 금액이 있으면 돌려 드립니다.',
          ],
        },
      ],
    },
    {
      heading: '어린이의 촬영을 원하시면',
      body: [
        '만 14세 미만 어린이의 촬영은 보호자가 회원으로 가입하여 예약해 주세요. 촬영에는 보호자가 함께해야 합니다.',
        `궁금한 점은 전화(${studio.phone}) 또는 이메일(${studio.email})로 물어 주세요.`,
      ],
    },
  ],
});
