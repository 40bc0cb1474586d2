import { Check, Copy } from 'lucide-react';
import { useCopyToClipboard } from '#platform/web/client/use-copy-to-clipboard.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import type { IntroduceContent } from '../contract/studio.ts';
import { callLink, mapLinks } from './contact-links.ts';
import { useStudio } from './use-studio.ts';
import styles from './directions.module.css';

const parts = [
  { key: 'hours', label: '영업시간' },
  { key: 'directions', label: '찾아오는 방법' },
  { key: 'parking', label: '주차' },
] as const;

const ExternalLink = ({ name, url }: { name: string; url: string }) => (
  <li>
    <a href={url} className={buttonClass({ variant: 'secondary' })} target="_blank" rel="noopener noreferrer">
      {name}
      <span className="note">(새 창)</span>
    </a>
  </li>
);

interface DirectionsProps {
  readonly content: Pick<IntroduceContent, 'hours' | 'directions' | 'parking'>;
}

/** 오시는 길: the address, which can be copied, map links, contact links, opening hours, directions and parking. */
export const Directions = ({ content }: DirectionsProps) => {
  const { address, phone, kakaoChannel } = useStudio();
  const facts = parts.filter(({ key }) => content[key] !== '');
  const { copy, isCopied } = useCopyToClipboard(address);
  const CopyIcon = isCopied === true ? Check : Copy;
  return (
    <section className="stack-4" aria-labelledby="directions-title">
      <h2 id="directions-title" className="title">
        오시는 길
      </h2>
      <div className="row-3 wrap middle">
        <address className={styles.text}>{address}</address>
        <Button variant="secondary" onClick={() => void copy()}>
          <CopyIcon aria-hidden="true" size={18} />
          주소 복사
        </Button>
      </div>
      <p className={cx('small', styles.status)} role="status" data-failed={isCopied === false || undefined}>
        {isCopied !== null &&
          (isCopied ? '주소를 복사했습니다.' : '복사하지 못했습니다. 주소를 길게 눌러 복사해 주세요.')}
      </p>
      <ul className="row-3 wrap middle">
        {mapLinks(address).map((link) => (
          <ExternalLink key={link.name} {...link} />
        ))}
        <li>
          <a href={callLink(phone)} className={buttonClass({ variant: 'secondary' })}>
            <span>
              전화 <span className="nowrap">{phone}</span>
            </span>
          </a>
        </li>
        {kakaoChannel !== '' && <ExternalLink name="카카오톡 채널" url={kakaoChannel} />}
      </ul>
      {facts.length > 0 && (
        <dl className={cx('stack-4', styles.facts)}>
          {facts.map(({ key, label }) => (
            <div key={key}>
              <dt className="note">{label}</dt>
              <dd className="pre-line">{content[key]}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
};
