import { findCategory } from '#core/content/contract/categories.ts';
import type { OfferedPackage, Studio } from '#core/content/contract/studio.ts';
import { paths } from '#core/content/web/paths.ts';
import { formatNumber } from '#platform/contract/text/format-number.ts';
import { canonicalPath, type HeadInput } from './head-tags.ts';

type JsonLdNode = Readonly<Record<string, unknown>>;

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
  ...(studio.lowestPriceWon === null ? {} : { priceRange: `${formatNumber(studio.lowestPriceWon)}원~` }),
  ...(image === undefined ? {} : { image }),
  ...(studio.socialLink === '' ? {} : { sameAs: [studio.socialLink] }),
});

/** A starting price is a minimum, hence `minPrice`. */
const offerNode = ({ shootType }: OfferedPackage, price: number, origin: string): JsonLdNode => ({
  '@type': 'Offer',
  url: origin + paths.reserveDate(shootType),
  price,
  priceCurrency: 'KRW',
  priceSpecification: { '@type': 'PriceSpecification', minPrice: price, priceCurrency: 'KRW' },
});

const serviceNode = (offered: OfferedPackage, { categories }: Studio, origin: string): JsonLdNode => {
  const { id, shootType, priceWon, summary, includes } = offered;
  const category = findCategory(categories, shootType)?.name;
  const type = `${category} 사진 촬영`;
  return {
    '@type': 'Service',
    '@id': `${origin}${paths.category(shootType)}#${id}`,
    name: offered.name === category ? type : offered.name,
    serviceType: type,
    description: `${summary} (${includes.join(', ')})`,
    url: origin + paths.category(shootType),
    provider: { '@id': studioId(origin) },
    areaServed: { '@type': 'Country', name: 'KR' },
    ...(priceWon === null ? {} : { offers: offerNode(offered, priceWon, origin) }),
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
      ...(meta.offers ?? []).map((offered) => serviceNode(offered, studio, origin)),
    ],
  };
};
