import type { ReactNode } from 'react';
import { callLink } from '#core/content/web/contact-links.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { withObjectParticle } from '#platform/contract/text/korean-particles.ts';
import { Notice } from '#platform/web/ui/notice.tsx';

/** Says that something that needs a verification code is not possible, and how to reach the studio. */
export const CodesUnavailable = ({ task }: { task: string }) => {
  const { phone, email, kakaoChannel } = useStudio();
  return (
    <Notice tone="warning">
      지금은 {withObjectParticle(task)} 할 수 없습니다. 스튜디오로 연락해 주시면 도와드리겠습니다.
      <br />
      전화 <a href={callLink(phone)}>{phone}</a>
      {email !== '' && (
        <>
          , 이메일 <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
      {kakaoChannel !== '' && (
        <>
          , <a href={kakaoChannel}>카카오톡 채널</a>
        </>
      )}
    </Notice>
  );
};

interface RequireCodesProps {
  /** A noun: `회원가입`. */
  readonly task: string;
  /** The content that needs a verification code. */
  readonly children: ReactNode;
}

/** Shows the children. While no messages are sent, adds where the code appears; when codes cannot be delivered at all, says so instead. */
export const RequireCodes = ({ task, children }: RequireCodesProps) => {
  const { codeDelivery } = useStudio();
  if (codeDelivery === 'NONE') return <CodesUnavailable task={task} />;
  return (
    <>
      {codeDelivery === 'OUTBOX' && (
        <p className="note">
          시험 중인 홈페이지라 문자를 보내지 않습니다. 인증번호는 서버를 실행한 터미널과 data/outbox/sms.jsonl
          파일에 표시됩니다.
        </p>
      )}
      {children}
    </>
  );
};
