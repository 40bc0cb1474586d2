import { agreementItems } from '#contract/legal.ts';
import type { AgreementItem } from '#contract/legal.ts';
import { paths } from '#web/paths.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import styles from './agreement-fields.module.css';

type Agreements = Record<AgreementItem, boolean>;

const documents: Record<AgreementItem, { label: string; name: string; path: string }> = {
  over14: { label: '만 14세 이상입니다', name: '만 14세 이상 이용 안내', path: paths.over14() },
  terms: { label: '이용약관 동의', name: '이용약관', path: paths.terms() },
  privacy: { label: '개인정보 수집 및 이용 동의', name: '개인정보처리방침', path: paths.privacy() },
};

const setAll = (isAgreed: boolean): Agreements => ({ over14: isAgreed, terms: isAgreed, privacy: isAgreed });

/** Opens in a tab of its own, so that the form stays as it is. */
const TextLink = ({ name, path }: { name: string; path: string }) => (
  <a href={path} target="_blank" rel="noopener" className={styles.link} aria-label={`${name} 보기 (새 창)`}>
    보기
  </a>
);

interface AgreementFieldsProps {
  readonly value: Agreements;
  /** The personal data that this way of joining asks for, as the object of a sentence. */
  readonly collected: string;
  readonly onChange: (value: Agreements) => void;
}

/** Three consents, each by itself and never ticked beforehand; "all" only mirrors them. */
export const AgreementFields = ({ value, collected, onChange }: AgreementFieldsProps) => (
  <fieldset className={styles.fields}>
    <legend className={styles.legend}>약관 동의</legend>
    <Checkbox
      isMain
      label="전체 동의"
      checked={agreementItems.every((item) => value[item])}
      onChange={(event) => onChange(setAll(event.target.checked))}
    />
    {agreementItems.map((item) => {
      const { label, name, path } = documents[item];
      return (
        <div key={item}>
          <Checkbox
            label={label}
            checked={value[item]}
            onChange={(event) => onChange({ ...value, [item]: event.target.checked })}
            aside={<TextLink name={name} path={path} />}
          />
          {item === 'privacy' && (
            <p className={styles.summary}>
              {collected} 본인 확인과 회원 관리에 이용하고 탈퇴할 때 파기합니다. 동의를 거부할 수 있으며,
              거부하시면 가입이 제한됩니다.
            </p>
          )}
        </div>
      );
    })}
  </fieldset>
);
