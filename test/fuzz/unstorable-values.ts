import * as fc from 'fast-check';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { operationOf, percentEncode, roleFor, type RawRequest } from './raw-request.ts';
import { validJson, validText } from './valid-inputs.ts';

/** PostgreSQL cannot hold this text. */
const UNSTORABLE_TEXT = 'a\u0000b';
/** One more than the largest `integer` of PostgreSQL. */
const UNSTORABLE_NUMBER = 2_147_483_648;

/** Every copy of a JSON value in which one text or number, however deep, is replaced by one that cannot be stored. */
const spoiledCopies = (value: unknown): unknown[] => {
  if (typeof value === 'string') return [UNSTORABLE_TEXT];
  if (typeof value === 'number') return [UNSTORABLE_NUMBER];
  if (Array.isArray(value))
    return value.flatMap((inner, index) => spoiledCopies(inner).map((copy) => value.with(index, copy)));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    spoiledCopies(inner).map((copy) => ({ ...value, [name]: copy })),
  );
};

/** The requests to an endpoint that are valid except for one text or number that no column can hold. */
export const unstorableRequests = (endpoint: Endpoint, seed: number): RawRequest[] => {
  const { parameters, requestBody } = operationOf(endpoint);
  const sample = (values: fc.Arbitrary<string>): string => fc.sample(values, { seed, numRuns: 1 })[0] ?? '';
  const valid = new Map(parameters.map(({ name, schema }) => [name, sample(validText(name, schema))]));
  const pathWith = (spoiled: string | undefined, value: unknown): string => {
    const textOf = (name: string) =>
      percentEncode(name === spoiled ? String(value) : (valid.get(name) ?? ''));
    const query = parameters.filter(
      (parameter) => parameter.in === 'query' && (parameter.required || parameter.name === spoiled),
    );
    const search = query.map(({ name }) => `${name}=${textOf(name)}`).join('&');
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => textOf(name));
    return search === '' ? path : `${path}?${search}`;
  };
  const schema = requestBody?.content['application/json'].schema;
  const body = schema === undefined ? undefined : sample(validJson('', schema));
  const base = { role: roleFor(endpoint), method: endpoint.method, headers: {} } as const;
  return [
    ...parameters.flatMap(({ name }) =>
      [UNSTORABLE_TEXT, UNSTORABLE_NUMBER].map((value) => ({ ...base, path: pathWith(name, value), body })),
    ),
    ...spoiledCopies(JSON.parse(body ?? 'null')).map((copy) => ({
      ...base,
      path: pathWith(undefined, ''),
      body: JSON.stringify(copy),
    })),
  ];
};
