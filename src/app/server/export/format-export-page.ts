import { html } from 'hono/html';
import { formatDateTime } from '#platform/contract/seoul-time.ts';
import type { TableExport } from './exported-tables.ts';

type Row = TableExport['rows'][number];

const formatValue = (value: unknown, format: ((value: string) => string) | undefined): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return formatDateTime(value);
  if (typeof value === 'boolean') return value ? '예' : '아니요';
  if (Array.isArray(value)) return value.join(', ');
  const text = String(value as string | number);
  return format === undefined ? text : format(text);
};

const renderRow = ({ columns }: TableExport, row: Row) => {
  const facts = [...columns].map(([name, { label, format }]) => [label, formatValue(row[name], format)]);
  return html`<dl>
    ${facts
      .filter(([, text]) => text !== '')
      .map(
        ([label, text]) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${text}</dd>
          </div> `,
      )}
  </dl>`;
};

const renderTable = (table: TableExport) =>
  html`<section>
    <h2>${table.title} <small>${table.rows.length}건</small></h2>
    ${table.rows.length === 0 ? html`<p>없습니다.</p>` : table.rows.map((row) => renderRow(table, row))}
  </section>`;

/** Formats the page that people read: no scripts, no other files. Values are escaped by `html`. */
export const formatExportPage = async (tables: readonly TableExport[], exportedAt: Date): Promise<string> =>
  html`<!doctype html>
    <html lang="ko">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="content-security-policy"
          content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
        />
        <title>내 정보</title>
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            max-width: 44rem;
            margin: 0 auto;
            padding: 2rem 1.25rem 4rem;
            font:
              16px/1.7 system-ui,
              sans-serif;
            word-break: keep-all;
            overflow-wrap: anywhere;
          }
          h1 {
            font-size: 1.5rem;
          }
          h2 {
            margin-top: 2.5rem;
            font-size: 1.125rem;
          }
          small {
            font-weight: normal;
          }
          dl {
            margin: 0;
            padding: 0.75rem 0;
            border-top: 1px solid GrayText;
          }
          div {
            display: grid;
            grid-template-columns: 8rem minmax(0, 1fr);
            gap: 1rem;
          }
          dt {
            opacity: 0.7;
          }
          dd {
            margin: 0;
            white-space: pre-line;
          }
        </style>
      </head>
      <body>
        <h1>내 정보</h1>
        <p>
          ${formatDateTime(exportedAt)}에 내려받은 정보입니다. 시각은 한국 시간입니다. 같은 내용이 data.json과
          CSV 파일에 있고, 그 파일의 시각은 협정 세계시(UTC)입니다.
        </p>
        <p>
          비밀번호와 인증번호, 로그인 토큰, 스튜디오의 내부 메모는 포함하지 않았습니다. 그 밖의 개인정보를
          열람하려면 스튜디오의 개인정보 보호책임자에게 요청해 주세요.
        </p>
        ${tables.map(renderTable)}
      </body>
    </html> `;
