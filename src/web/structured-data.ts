import { groupDigits } from '#contract/group-digits.ts';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import type { ShootType } from '#contract/shoot-types.ts';
import type { Studio } from '#contract/studio.ts';
import { canonicalPath } from './head-tags.ts';
import type { PlacedMeta } from './head-tags.ts';
import { paths } from './paths.ts';
import { packages } from './studio/packages.ts';

type Node = Readonly<Record<string, unknown>>;

const startingPrices = Object.values(packages).flatMap(({ price }) => (price === null ? [] : [price]));

const studioId = (origin: string): string => `${origin}/#studio`;

/** schema.org knows no photographers' studio, and has given up `ProfessionalService` for businesses. */
const studioNode = (studio: Studio, origin: string, image: string | undefined): Node => ({
  '@type': 'LocalBusiness',
  '@id': studioId(origin),
  name: studio.name,
  url: `${origin}/`,
  telephone: studio.phone,
  email: studio.email,
  address: { '@type': 'PostalAddress', addressCountry: 'KR', streetAddress: studio.address },
  taxID: studio.businessNumber,
  priceRange: `${groupDigits(Math.min(...startingPrices))}원~`,
  ...(image === undefined ? {} : { image }),
  ...(studio.socialLink === '' ? {} : { sameAs: [studio.socialLink] }),
});

/** A starting price: the least that is paid, not what is paid. */
const offerNode = (type: ShootType, price: number, origin: string): Node => ({
  '@type': 'Offer',
  url: origin + paths.reserveDate(type),
  price,
  priceCurrency: 'KRW',
  priceSpecification: { '@type': 'PriceSpecification', minPrice: price, priceCurrency: 'KRW' },
});

const serviceNode = (type: ShootType, origin: string): Node => {
  const { price, summary, includes } = packages[type];
  const name = `${shootTypeLabels[type]} 사진 촬영`;
  return {
    '@type': 'Service',
    '@id': `${origin}${paths.category(type)}#service`,
    name,
    serviceType: name,
    description: `${summary} (${includes.join(', ')})`,
    url: origin + paths.category(type),
    provider: { '@id': studioId(origin) },
    areaServed: { '@type': 'Country', name: 'KR' },
    ...(price === null ? {} : { offers: offerNode(type, price, origin) }),
  };
};

const trailNode = ({ meta, studio, origin, path }: PlacedMeta): Node => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { name: studio.name, item: `${origin}/` },
    { name: meta.title, item: origin + canonicalPath(meta, path) },
  ].map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
});

/** What search engines are told of a page, by https://schema.org; null for one that stays out of search. */
export const structuredData = (placed: PlacedMeta): Node | null => {
  const { meta, studio, origin, path } = placed;
  if (meta.isPrivate === true) return null;
  const isHome = canonicalPath(meta, path) === paths.home();
  const image = meta.image === undefined ? undefined : new URL(meta.image.imageUrl, origin).href;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      studioNode(studio, origin, image),
      ...(isHome ? [{ '@type': 'WebSite', url: `${origin}/`, name: studio.name }] : [trailNode(placed)]),
      ...(meta.offers ?? []).map((type) => serviceNode(type, origin)),
    ],
  };
};
