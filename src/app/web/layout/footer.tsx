import { Link } from 'react-router';
import type { Studio } from '#core/content/contract/studio.ts';
import { paths } from '#core/content/web/paths.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { textLinks } from './menu/menu-links.ts';
import styles from './footer.module.css';

/** Company details, most of which Korean law requires on the first page of a shop: https://www.law.go.kr 전자상거래법 제10조. */
const businessFacts = (studio: Studio): readonly (readonly [string, string])[] => [
  ['대표', studio.representative],
  ['사업자등록번호', studio.businessNumber],
  ['통신판매업 신고번호', studio.mailOrderNumber],
  ['주소', studio.address],
  ['전화', studio.phone],
  ['이메일', studio.email],
  ['개인정보 보호책임자', studio.privacyOfficer],
  ['호스팅', studio.hosting],
];

/** URL of a business in the Fair Trade Commission's public register. */
const registerLink = (businessNumber: string): string =>
  `https://www.ftc.go.kr/bizCommPop.do?wrkr_no=${businessNumber.replaceAll(/\D/g, '')}`;

interface FooterProps {
  readonly studio: Studio;
  /** Shows the footer in fewer lines, for admin pages. */
  readonly isCompact?: boolean;
}

export const Footer = ({ studio, isCompact }: FooterProps) => (
  <footer className={cx('note ruled', styles.footer)} data-compact={isCompact || undefined}>
    <div className={styles.inside}>
      <p className={cx('large', styles.name)}>{studio.name}</p>
      <dl className={styles.facts}>
        {businessFacts(studio)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <ul className={styles.links}>
        {textLinks(studio).map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li>
          <Link to={paths.terms()}>이용약관</Link>
        </li>
        <li>
          <Link to={paths.privacy()}>
            <strong>개인정보 처리방침</strong>
          </Link>
        </li>
        <li>
          <Link to={paths.legalDocument('refund')}>취소·환불 규정</Link>
        </li>
        <li>
          <a href={registerLink(studio.businessNumber)} target="_blank" rel="noopener noreferrer">
            사업자 정보 확인
          </a>
        </li>
      </ul>
    </div>
  </footer>
);
