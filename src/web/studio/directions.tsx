import { Check, Copy } from 'lucide-react';
import { useCopyToClipboard } from '#web/shell/use-copy-to-clipboard.ts';
import { useStudio } from '#web/shell/use-studio.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import typography from '#web/ui/typography.module.css';
import styles from './directions.module.css';

/** Search links of Korean map services. They open the installed app on a phone. */
const mapLinks = (address: string) => {
  const query = encodeURIComponent(address);
  return [
    { name: '네이버 지도', url: `https://map.naver.com/p/search/${query}` },
    { name: '카카오맵', url: `https://map.kakao.com/link/search/${query}` },
  ];
};

/** 오시는 길: the address, which can be copied, map links and the phone number. */
export const Directions = () => {
  const { address, phone } = useStudio();
  const { copy, isCopied } = useCopyToClipboard(address);
  return (
    <section className={styles.section} aria-labelledby="directions-title">
      <h2 id="directions-title" className={typography.sectionTitle}>
        오시는 길
      </h2>
      <div className={styles.address}>
        <address className={styles.text}>{address}</address>
        <Button variant="secondary" onClick={() => void copy()}>
          {isCopied === true ? <Check aria-hidden="true" size={18} /> : <Copy aria-hidden="true" size={18} />}
          주소 복사
        </Button>
      </div>
      <p className={styles.status} role="status" data-failed={isCopied === false || undefined}>
        {isCopied === true && '주소를 복사했습니다.'}
        {isCopied === false && '복사하지 못했습니다. 주소를 길게 눌러 복사해 주세요.'}
      </p>
      <ul className={styles.links}>
        {mapLinks(address).map(({ name, url }) => (
          <li key={name}>
            <a
              href={url}
              className={buttonClass({ variant: 'secondary' })}
              target="_blank"
              rel="noopener noreferrer"
            >
              {name}
              <span className={typography.note}>(새 창)</span>
            </a>
          </li>
        ))}
        <li>
          <a
            href={`tel:${phone.replaceAll(/[^0-9+]/g, '')}`}
            className={buttonClass({ variant: 'secondary' })}
          >
            전화 {phone}
          </a>
        </li>
      </ul>
    </section>
  );
};
