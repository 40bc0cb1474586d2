import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { RateLimitName } from './rate-limits.ts';

/**
 * Who may call an endpoint:
 * - `public`: everyone; the member is not looked up.
 * - `optional`: everyone; a session is read when the request carries one.
 * - `pending`: members, and social members who have not completed their profile yet.
 * - `member`: members with a complete profile.
 * - `admin`: admins.
 */
export type Access = 'public' | 'optional' | 'pending' | 'member' | 'admin';

/**
 * A kind of data, as far as caches must tell it apart. A successful write that names a tag in `changes` usually invalidates the
 * responses of the endpoints that name it in `reads`: in the browser's query cache and, for stored responses, in the server's response
 * cache.
 */
export type DataTag = string;

type Schema = z.ZodMiniType;

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path template with parameters in braces: `/api/question/{id}`. */
  readonly path: `/api/${string}`;
  /** One line for the OpenAPI document, in Korean. */
  readonly summary: string;
  /** Korean text for a failed call to which the server gave no text. Pages may show a text of their own. Absent: `GENERAL_FAILURE`. */
  readonly failed?: string;
  /**
   * The kinds of data that the response shows. If guests may call the endpoint, the server's response cache may store or share the
   * response.
   */
  readonly reads?: readonly DataTag[];
  /** The kinds of data that a successful call changes. */
  readonly changes?: readonly DataTag[];
  readonly access: Access;
  /** Absent: `read` for GET, `write` for all others. */
  readonly rateLimit?: RateLimitName;
  /**
   * Also accepts the handoff token: the short-lived access token in the URL of the redirect that ends a social login.
   */
  readonly acceptsHandoffToken?: true;
  /** Admins who must set up a second factor may call this endpoint before they have one. */
  readonly allowsMissingSecondFactor?: true;
  /**
   * For a change that fails when it is made twice. A request gets the same response instead of its error, 204 or this body, if an equal
   * one arrived less than 10 s earlier and succeeded. TOO_MANY_REQUESTS and unexpected errors stay. A proxy may repeat a request on another
   * server when the first one died before it responded.
   */
  readonly answersRepeats?: true | { readonly message: string };
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Absent when the response has no body (204). */
  readonly response?: Schema;
  /** Media type of a `response` that is not JSON: text or, for a ZIP, a JPEG and `octet-stream`, a stream of bytes. */
  readonly produces?:
    | 'text/csv'
    | 'text/calendar'
    | 'application/zip'
    | 'application/octet-stream'
    | 'image/jpeg';
  /** Success status. Absent: 200 with a `response` schema, 204 without. */
  readonly status?: 201;
  /** Error codes specific to this endpoint. Common access, validation and rate-limit errors are usually not listed. */
  readonly errors?: readonly ErrorCode[];
}

/** An endpoint is closed unless its declaration opens it: without `access`, only admins may call it. */
type Declaration = Omit<Endpoint, 'method' | 'path' | 'access'> & { readonly access?: Access };

type Declared<M, P, D> = D & {
  readonly method: M;
  readonly path: P;
  readonly access: D extends { readonly access: infer A } ? A : 'admin';
};

/** Returns a function that declares an API endpoint and infers its literal types: `get('/api/question', { access: 'optional', … })`. */
const endpointOf =
  <M extends Endpoint['method']>(method: M) =>
  <const P extends Endpoint['path'], const D extends Declaration>(path: P, declaration: D) =>
    ({ access: 'admin', ...declaration, method, path }) as Declared<M, P, D>;

export const get = endpointOf('GET');
export const post = endpointOf('POST');
export const put = endpointOf('PUT');
export const del = endpointOf('DELETE');

export const rateLimitOf = ({ method, rateLimit }: Endpoint): RateLimitName =>
  rateLimit ?? (method === 'GET' ? 'read' : 'write');

type Input<S> = S extends Schema ? z.input<S> : undefined;
type Output<S> = S extends Schema ? z.output<S> : undefined;
type Part<E, K extends string> = E extends { readonly [key in K]: infer S } ? S : undefined;

export type ParamsOf<E extends Endpoint> = Output<Part<E, 'params'>>;
export type QueryOf<E extends Endpoint> = Output<Part<E, 'query'>>;
export type BodyOf<E extends Endpoint> = Output<Part<E, 'body'>>;
/** The output type of the response schema; `void` for an endpoint without a response body. */
export type ResponseOf<E extends Endpoint> =
  Part<E, 'response'> extends undefined ? void : Output<Part<E, 'response'>>;

/** The params, query and body of a request, restricted to the parts that the endpoint declares. */
export type CallInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as Part<E, K> extends undefined ? never : K]: Input<Part<E, K>>;
};
