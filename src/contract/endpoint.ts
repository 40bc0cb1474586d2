import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { RateLimitName } from './rate-limits.ts';

/**
 * Who may call an endpoint: everyone (`public`); everyone, with the session if there is one (`optional`); all members including those
 * with an incomplete social profile (`pending`); members; admins.
 */
export type Access = 'public' | 'optional' | 'pending' | 'member' | 'admin';

type Schema = z.ZodMiniType;

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters in braces: `/api/question/{id}`. */
  readonly path: `/api/${string}`;
  /** One line for the API documentation. */
  readonly summary: string;
  readonly access: Access;
  readonly rateLimit: RateLimitName;
  /** Also accepts the hand-off token that social login passes in a URL, until it is exchanged. */
  readonly acceptsHandoffToken?: true;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Absent when the response has no body (204). */
  readonly response?: Schema;
  /** The type of a `response` that is text; JSON when absent. */
  readonly produces?: 'text/csv' | 'text/calendar';
  /** 200 when absent; 204 without a response schema. */
  readonly status?: 201;
  /** Errors besides those of access, input and rate limits. */
  readonly errors?: readonly ErrorCode[];
}

/** Declares one endpoint of the API. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

type Input<S> = S extends Schema ? z.input<S> : undefined;
type Output<S> = S extends Schema ? z.output<S> : undefined;
type Part<E, K extends string> = E extends { readonly [key in K]: infer S } ? S : undefined;

export type ParamsOf<E extends Endpoint> = Output<Part<E, 'params'>>;
export type QueryOf<E extends Endpoint> = Output<Part<E, 'query'>>;
export type BodyOf<E extends Endpoint> = Output<Part<E, 'body'>>;
/** What a handler returns and a client receives: the JSON on the wire. */
export type ResponseOf<E extends Endpoint> =
  Part<E, 'response'> extends undefined ? void : Output<Part<E, 'response'>>;

/** The input of a call, with only the parts that the endpoint declares. */
export type CallInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as Part<E, K> extends undefined ? never : K]: Input<Part<E, K>>;
};
