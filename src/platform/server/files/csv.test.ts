import { describe, expect, it } from 'vitest';
import { formatCsv } from './csv.ts';

const cellOf = (value: string): string => formatCsv([[value]]).slice(1, -2);

describe('formatCsv', () => {
  it('CSV has a byte-order mark and CRLF line ends as in RFC 4180', () => {
    const bytes = Buffer.from(
      formatCsv([
        ['예약', 'a'],
        ['b', ''],
      ]),
    );
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.subarray(3).toString()).toBe('예약,a\r\nb,\r\n');
  });

  it.each([
    ['a,b', '"a,b"'],
    ['그는 "네" 했다', '"그는 ""네"" 했다"'],
    ['두\n줄', '"두\n줄"'],
    ['', ''],
    [' 빈칸 ', ' 빈칸 '],
    ["it's", "it's"],
  ])('quotes %j as %j', (value, cell) => {
    expect(cellOf(value)).toBe(cell);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+821012345678', "'+821012345678"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("http://a","b")', `"'=HYPERLINK(""http://a"",""b"")"`],
    ['a=1', 'a=1'],
    ['2026-11-24', '2026-11-24'],
  ])('S-064 shows %j as text', (value, cell) => {
    expect(cellOf(value)).toBe(cell);
  });
});
