import { sectionNames } from '#app/server/features.ts';
import type { PackageDraft } from '#core/content/contract/sections.ts';
import type { Section, SectionVersion } from '#core/content/contract/studio-settings.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import { APPROVED_TEMPLATE } from '#test/fakes/sms-server.ts';
import { call, type Site } from './site-client.ts';

type Body = Section['body'];

const pathOf = (section: string): string => `/api/admin/settings/${section}`;

/** Adds a package to each category and hides one. */
const addPackages = ({ packages }: Body): object => {
  const former = packages as PackageDraft[];
  const added = former.map(({ versionId: _, ...item }, index) => ({
    ...item,
    id: `${item.id}-small`,
    name: `${item.name} 소품`,
    priceWon: (index + 1) * 100_000,
    isHidden: index === 0,
  }));
  return { packages: [...former, ...added] };
};

const peopleQuestion = {
  id: 'people',
  shootType: 'WEDDING',
  kind: 'NUMBER',
  label: '인원 수',
  help: '',
  unit: '명',
  choices: [],
  isRequired: false,
};

/** How the second version of each section differs from the first. Documents are announced, `today` being the day. */
const changesAt = (today: string) =>
  ({
    identity: () => ({ representative: '새대표' }),
    home: () => ({ headline: '천천히\n오래 보는 사진' }),
    look: () => ({ accent: 'pine' }),
    introduce: () => ({ headline: '빛을 기다립니다' }),
    pages: ({ price }) => ({ price: { ...(price as object), refundTitle: '환불 기준' } }),
    location: () => ({ hours: '화–일 10시–19시', directions: '역에서 5분', parking: '두 대' }),
    booking: () => ({ holdMinutes: 60, maxUpcoming: 20, offersPhone: true }),
    bookingQuestions: () => ({ questions: [peopleQuestion] }),
    hours: () => ({
      effectiveFrom: addDays(today, 40),
      saturday: ['10:30-11:10', '15-16'],
      sunday: [],
    }),
    links: () => ({ socialLink: 'https://social.example.com/studio' }),
    categories: ({ WEDDING }) => ({ WEDDING: { ...(WEDDING as object), summary: '두 사람의 하루' } }),
    packages: addPackages,
    notices: () => ({
      notices: [
        { id: 'holiday', title: '연말 휴무', body: '쉽니다.', isPinned: true },
        { id: 'over', title: '지난 공지', body: '끝났습니다.', visibleUntil: today },
      ],
    }),
    faq: () => ({ questions: [{ id: 'rain', title: '비가 오면요?', body: '날짜를 바꿉니다.' }], note: '' }),
    replies: () => ({ replies: [{ id: 'thanks', title: '인사', body: '감사합니다.' }] }),
    messages: () => ({ studioPhones: ['01000000000'], studioEmails: ['studio@example.com'] }),
    alimtalk: ({ booked }) => ({
      channelId: '@studio',
      booked: { ...(booked as object), review: 'APPROVED', code: APPROVED_TEMPLATE },
    }),
    terms: () => ({ effectiveOn: addDays(today, 40), isUnfavourable: true }),
    privacy: () => ({ effectiveOn: addDays(today, 20), asksConsent: true }),
    over14: () => ({ effectiveOn: addDays(today, 10) }),
    refund: () => ({ effectiveOn: addDays(today, 10) }),
    security: () => ({ requiresSecondFactor: true }),
    opening: () => ({ isNotOpenYet: false }),
  }) satisfies Record<string, (body: Body) => object>;

const publish = async (
  site: Site,
  token: string,
  section: string,
  change: (body: Body) => object,
): Promise<void> => {
  const { body, version } = await call<Section>(site, pathOf(section), { token });
  const edit = { body: { ...body, ...change(body) }, baseVersion: version };
  await call(site, `${pathOf(section)}/publish`, { body: edit, token });
};

/** Drafts the first version again. */
const draftFirstVersion = async (site: Site, token: string, section: string): Promise<void> => {
  const versions = await call<SectionVersion[]>(site, `${pathOf(section)}/versions`, { token });
  const body = { body: versions.at(-1)?.body, baseVersion: versions[0]?.version };
  await call(site, `${pathOf(section)}/draft`, { method: 'PUT', body, token });
};

interface Tokens {
  readonly owner: string;
  /** Of an admin with a second factor. */
  readonly chief: string;
}

/** Publishes a second version of each section, and drafts another one. */
export const fillContent = async (site: Site, { owner, chief }: Tokens): Promise<void> => {
  const changes = changesAt(seoulDate(site.now()));
  const { security, ...others } = changes;
  for (const [section, change] of Object.entries(others)) await publish(site, owner, section, change);
  await publish(site, chief, 'security', security);
  // The owner has no second factor.
  await publish(site, chief, 'security', () => ({ requiresSecondFactor: false }));
  for (const section of sectionNames) await draftFirstVersion(site, chief, section);
};
