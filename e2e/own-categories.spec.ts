import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { countingInput } from './counting-input.ts';
import { expect, expectNoAxeViolations, test } from './fixtures.ts';
import { field } from './member-actions.ts';
import { logInAsOwner, startOwnServer } from './own-server.ts';

// Other tests read the categories of the shared server.
const server = startOwnServer({ SAMPLE_CONTENT: 'false' });

const openSettings = async (page: Page): Promise<void> => {
  await logInAsOwner(page, server);
  await page.goto(`${server.url}/admin/settings`);
};

test(
  'a family studio sets up its categories, questions, logo and tone with at most 40 taps and 15 fields',
  { tag: ['@full'] },
  async ({ page }) => {
    await openSettings(page);
    const { counts, tap, type, choose } = countingInput(page);
    const main = page.getByRole('main');
    const open = (title: string) => tap(main.getByRole('link', { name: new RegExp(`^${title}`) }));
    const newest = () => main.getByRole('group').last();
    const publish = async (): Promise<void> => {
      await tap(main.getByRole('button', { name: '게시', exact: true }));
      await expect(main.getByText('게시했습니다.')).toBeVisible();
      await expectNoAxeViolations(page);
      await tap(main.getByRole('link', { name: '설정' }).first());
    };

    await open('카테고리');
    await expect(main.getByRole('button', { name: '카테고리 추가' })).toBeVisible();
    for (const item of await main.getByRole('group').all()) {
      await tap(item.getByRole('button'));
      await tap(item.getByRole('checkbox', { name: '방문자에게 숨기기' }));
    }
    for (const name of ['가족', '돌', '프로필', '증명']) {
      await tap(main.getByRole('button', { name: '카테고리 추가' }));
      await type(newest().getByLabel('이름'), name);
      await type(newest().getByLabel('한 줄 소개'), `${name} 사진`);
      await type(newest().getByLabel('설명'), `${name} 사진을 천천히 담아 드립니다.`);
    }
    await publish();

    await open('사전 질문');
    await tap(main.getByRole('button', { name: '질문 추가' }));
    await type(newest().getByLabel('질문', { exact: true }), '인원 수');
    await choose(newest().getByLabel('답변 방식'), '숫자');
    await type(newest().getByLabel('단위'), '명');
    await tap(main.getByRole('button', { name: '질문 추가' }));
    await type(newest().getByLabel('질문', { exact: true }), '아기 생일');
    await choose(newest().getByLabel('카테고리'), '돌');
    await publish();

    await open('로고와 색');
    const logo = await sharp({ create: { width: 400, height: 100, channels: 4, background: '#346' } })
      .png()
      .toBuffer();
    const chosen = page.waitForEvent('filechooser');
    await tap(main.getByRole('button', { name: '로고 파일 선택', exact: true }));
    await (await chosen).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
    await expect(main.getByRole('img', { name: '로고' })).toBeVisible();
    await choose(main.getByLabel('색', { exact: true }), '쪽빛');
    await publish();
    expect(counts.taps).toBeLessThanOrEqual(40);
    expect(counts.fields).toBeLessThanOrEqual(15);

    await page.goto(server.url);
    const tiles = main.getByRole('region', { name: '무엇을 찍어 드릴까요?' }).getByRole('link');
    await expect(tiles).toHaveText([/가족 사진/, /돌 사진/, /프로필 사진/, /증명 사진/]);
    await expect(page.getByRole('banner').getByRole('img')).toBeVisible();
    await expect(page.locator('[class*="accent-"]')).toHaveCount(1);
    const ids = await tiles.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(ids).toEqual([
      '/category/FAMILY',
      '/category/FIRST_BIRTHDAY',
      '/category/PROFILE',
      '/category/ID_PHOTO',
    ]);
  },
);

test(
  'a category that is hidden while somebody books is exchanged for another, and what was typed stays',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400/);
    const request = async (path: string, token?: string, data?: object) => {
      const answer = await page.request.fetch(server.url + path, {
        method: data === undefined ? 'GET' : 'POST',
        headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
        ...(data !== undefined && { data }),
      });
      expect(answer.ok()).toBe(true);
      return answer.json() as Promise<never>;
    };
    const accessToken = await logInAsOwner(page, server);
    const show = async (code: string, isHidden: boolean): Promise<void> => {
      const path = '/api/admin/settings/category-list';
      const { body, version } = (await request(path, accessToken)) as {
        body: { categories: { code: string }[] };
        version: number;
      };
      const categories = body.categories.map((item) => (item.code === code ? { ...item, isHidden } : item));
      await request(`${path}/publish`, accessToken, { body: { categories }, baseVersion: version });
    };
    await show('FOOD', false);
    await show('PRODUCT', false);
    await page.goto(`${server.url}/reserve/date?category=FOOD`);
    const main = page.getByRole('main');
    await main.getByRole('button', { name: /가장 빠른 시간/ }).click();
    await main.getByRole('button', { name: '다음', exact: true }).click();
    await field(page, '희망 촬영 날짜').fill('12월 첫째 주말');
    await field(page, '촬영 장소').fill('연남동');
    await show('FOOD', true);
    await main.getByRole('button', { name: '예약하기' }).click();
    await expect(main.getByText('‘음식’ 촬영은 예약을 받지 않습니다.')).toBeVisible();
    await main.getByRole('button', { name: '제품', exact: true }).click();
    await expect(field(page, '희망 촬영 날짜')).toHaveValue('12월 첫째 주말');
    await expect(field(page, '촬영 장소')).toHaveValue('연남동');
    await main.getByRole('button', { name: '예약하기' }).click();
    await expect(page).toHaveURL(/\/reserve\/complete$/);
    await expect(main.getByText('제품', { exact: true }).first()).toBeVisible();
  },
);
