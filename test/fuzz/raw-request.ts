import * as fc from 'fast-check';
import { buildOpenApi } from '#app/server/openapi.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { hostileBody, hostileJson, hostileText } from './hostile-inputs.ts';
import { validJson, validText, serializeObject, type InputSchema } from './valid-inputs.ts';

export type Role = 'guest' | 'member' | 'admin';

/** A request as sent on the wire. */
export interface RawRequest {
  readonly role: Role;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
}

interface Operation {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required: boolean;
    readonly schema: InputSchema;
  }[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: InputSchema } };
  };
}

const document = buildOpenApi();
export const operationOf = ({ path, method }: Endpoint): Operation =>
  document.paths[path]?.[method.toLowerCase()] as Operation;

const LONE_SURROGATE = /^[\ud800-\udfff]$/u;

const encodeLone = (character: string): string => {
  const code = character.charCodeAt(0);
  const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase()}`).join('');
};

/** Percent-encodes like a browser; a lone surrogate becomes bytes that are invalid UTF-8. */
export const percentEncode = (text: string): string =>
  [...text]
    .map((character) =>
      LONE_SURROGATE.test(character) ? encodeLone(character) : encodeURIComponent(character),
    )
    .join('');

/** Encodes only characters that Node.js's HTTP client rejects. */
const encodeUnprintable = (text: string): string =>
  [...text].map((character) => (/^[!-~]$/.test(character) ? character : percentEncode(character))).join('');

const toHeader = (text: string): string => text.replaceAll(/[^\t -~\u0080-\u00ff]/g, '?');

export const urlEncoded = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(text, fc.integer({ min: 0, max: 3 }))
    .map(([value, how]) => (how === 0 ? encodeUnprintable(value) : percentEncode(value)));

type Mutation = 'kept' | 'hostile' | 'missing';

interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly valid: fc.Arbitrary<string>;
  readonly hostile: fc.Arbitrary<string>;
}

/** Valid entries, with optional ones sometimes omitted. */
const validMutations = (fields: readonly Field[]): fc.Arbitrary<Mutation[]> =>
  fc.tuple(
    ...fields.map(({ isRequired }) =>
      isRequired ? fc.constant<Mutation>('kept') : fc.constantFrom<Mutation>('kept', 'missing'),
    ),
  );

/** Mutates none, one, or all of the entries. */
const hostileMutations = (fields: readonly Field[]): fc.Arbitrary<Mutation[]> => {
  if (fields.length === 0) return fc.constant<Mutation[]>([]);
  const spoiling = fc.constantFrom<Mutation>('hostile', 'hostile', 'hostile', 'missing');
  return fc.oneof(
    { weight: 2, arbitrary: validMutations(fields) },
    {
      weight: 6,
      arbitrary: fc
        .tuple(validMutations(fields), fc.nat({ max: fields.length - 1 }), spoiling)
        .map(([fates, index, fate]) => fates.with(index, fate)),
    },
    { weight: 1, arbitrary: fc.constant(fields.map((): Mutation => 'hostile')) },
  );
};

type Entry = readonly [name: string, value: string];

const entriesOf = (fields: readonly Field[], isSpoiled: boolean): fc.Arbitrary<Entry[]> =>
  fc
    .tuple(
      fc.tuple(...fields.map(({ valid }) => valid)),
      fc.tuple(...fields.map(({ hostile }) => hostile)),
      isSpoiled ? hostileMutations(fields) : validMutations(fields),
    )
    .map(([plausible, hostile, fates]) =>
      fields.flatMap(({ name }, index): Entry[] => {
        if (fates[index] === 'missing') return [];
        return [[name, (fates[index] === 'kept' ? plausible[index] : hostile[index]) ?? '']];
      }),
    );

/** Sometimes adds unknown or duplicate names. */
const unexpectedEntries = (fields: readonly Field[], value: fc.Arbitrary<string>): fc.Arbitrary<Entry[]> => {
  const names = fc.oneof(
    fc.constantFrom(
      '__proto__',
      'constructor',
      'prototype',
      'role',
      'memberId',
      'limit',
      ...fields.map(({ name }) => name),
    ),
    hostileText,
  );
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant<Entry[]>([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(names, value), { minLength: 1, maxLength: 2 }) },
  );
};

const withUnexpectedEntries = (fields: readonly Field[], value: fc.Arbitrary<string>, isSpoiled: boolean) =>
  isSpoiled
    ? fc
        .tuple(entriesOf(fields, true), unexpectedEntries(fields, value))
        .map(([own, strays]) => [...own, ...strays])
    : entriesOf(fields, false);

const pathOf = (endpoint: Endpoint, isSpoiled: boolean): fc.Arbitrary<string> => {
  const { parameters } = operationOf(endpoint);
  const fieldsIn = (place: 'path' | 'query'): Field[] =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, schema }) => ({
        name,
        isRequired: required,
        valid: validText(name, schema).map(percentEncode),
        hostile: urlEncoded(hostileText),
      }));
  const query = fieldsIn('query');
  return fc
    .tuple(
      entriesOf(fieldsIn('path'), isSpoiled),
      withUnexpectedEntries(query, urlEncoded(hostileText), isSpoiled),
    )
    .map(([params, pairs]) => {
      const values = new Map(params);
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
      const search = pairs.map(([name, value]) => `${encodeUnprintable(name)}=${value}`).join('&');
      return search === '' ? path : `${path}?${search}`;
    });
};

const bodyOf = (endpoint: Endpoint, isSpoiled: boolean): fc.Arbitrary<string | Buffer | undefined> => {
  const schema = operationOf(endpoint).requestBody?.content['application/json'].schema;
  // Endpoints without a body sometimes get one, which they must ignore.
  if (schema === undefined)
    return isSpoiled ? fc.option(hostileBody, { nil: undefined, freq: 3 }) : fc.constant(undefined);
  const fields = Object.entries(schema.properties ?? {}).map(([name, inner]) => ({
    name,
    isRequired: schema.required?.includes(name) === true,
    valid: validJson(name, inner),
    hostile: hostileJson,
  }));
  const object = withUnexpectedEntries(fields, hostileJson, isSpoiled).map(serializeObject);
  const valid = schema.items === undefined ? object : validJson('', schema);
  if (!isSpoiled) return valid;
  return fc.oneof({ weight: 7, arbitrary: valid }, { weight: 1, arbitrary: hostileBody });
};

export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'idempotency-key',
          'user-agent',
          'authorization',
          'cookie',
          'x-forwarded-for',
          'if-none-match',
          'range',
          'accept-encoding',
          'accept-language',
          'referer',
          'origin',
          'x-http-method-override',
        ),
        hostileText,
      )
      .map(([name, value]) => ({ [name]: toHeader(value) })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'content-type': 'text/plain' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/jsonp' },
      { 'content-encoding': 'gzip' },
      { 'transfer-encoding': 'chunked' },
      { host: 'evil.example' },
      { cookie: `browser=${'a'.repeat(4_000)}; browser=b` },
    ),
  },
);

export const roleFor = ({ access }: Endpoint): Role =>
  access === 'admin' ? 'admin' : access === 'public' ? 'guest' : 'member';

const roles: readonly Role[] = ['guest', 'member', 'admin'];

/** Generates requests to one endpoint: a third valid with the right role, the others mutated. */
export const endpointRequest = (endpoint: Endpoint): fc.Arbitrary<RawRequest> => {
  const { method } = endpoint;
  const right = roleFor(endpoint);
  const key = fc.uuid().map((value): Record<string, string> => ({ 'idempotency-key': value }));
  const built = (isSpoiled: boolean): fc.Arbitrary<RawRequest> =>
    fc.record({
      role: isSpoiled ? fc.constantFrom(right, right, right, ...roles) : fc.constant(right),
      method: fc.constant(method),
      path: pathOf(endpoint, isSpoiled),
      headers: isSpoiled ? hostileHeaders : key,
      body: bodyOf(endpoint, isSpoiled),
    });
  return fc.oneof({ weight: 1, arbitrary: built(false) }, { weight: 2, arbitrary: built(true) });
};
