import { formatNumber } from '#contract/text/format-number.ts';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import type { ShootType } from '#contract/shoot-types.ts';
import type { Studio } from '#contract/studio.ts';
import { canonicalPath } from './head-tags.ts';
import type { HeadInput } from './head-tags.ts';
import { paths } from '#web/paths.ts';
import { packages } from '#web/studio/packages.ts';

type JsonLdNode = Readonly<Record<string, unknown>>;

const startingPrices = Object.values(packages).flatMap(({ price }) => (price === null ? [] : [price]));

const studioId = (origin: string): string => `${origin}/#studio`;

/** schema.org has no type for photo studios, and `ProfessionalService` is deprecated. */
const studioNode = (studio: Studio, origin: string, image: string | undefined): JsonLdNode => ({
  '@type': 'LocalBusiness',
  '@id': studioId(origin),
  name: studio.name,
  url: `${origin}/`,
  telephone: studio.phone,
  email: studio.email,
  address: { '@type': 'PostalAddress', addressCountry: 'KR', streetAddress: studio.address },
  taxID: studio.businessNumber,
  priceRange: `${formatNumber(Math.min(...startingPrices))}원~`,
  ...(image === undefined ? {} : { image }),
  ...(studio.socialLink === '' ? {} : { sameAs: [studio.socialLink] }),
});

/** A starting price is a minimum, hence `minPrice`. */
const offerNode = (type: ShootType, price: number, origin: string): JsonLdNode => ({
  '@type': 'Offer',
  url: origin + paths.reserveDate(type),
  price,
  priceCurrency: 'KRW',
  priceSpecification: { '@type': 'PriceSpecification', minPrice: price, priceCurrency: 'KRW' },
});

const serviceNode = (type: ShootType, origin: string): JsonLdNode => {
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

const breadcrumbNode = ({ meta, studio, origin, path }: HeadInput): JsonLdNode => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { name: studio.name, item: `${origin}/` },
    { name: meta.title, item: origin + canonicalPath(meta, path) },
  ].map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
});

/** A page's structured data by https://schema.org; null for pages excluded from search. */
export const buildStructuredData = (input: HeadInput): JsonLdNode | null => {
  const { meta, studio, origin, path } = input;
  if (meta.isNoindex === true) return null;
  const isHome = canonicalPath(meta, path) === paths.home();
  const image = meta.image === undefined ? undefined : new URL(meta.image.imageUrl, origin).href;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      studioNode(studio, origin, image),
      ...(isHome ? [{ '@type': 'WebSite', url: `${origin}/`, name: studio.name }] : [breadcrumbNode(input)]),
      ...(meta.offers ?? []).map((type) => serviceNode(type, origin)),
    ],
  };
};
