import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { Role } from '#contract/auth.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from './caller.ts';

/** The authenticated member, read from the database at each request, never from the token or the body. */
export interface AuthenticatedMember {
  readonly id: string;
  readonly sessionId: string;
  readonly loginId: string | null;
  readonly name: string;
  readonly role: Role;
  /** A member of social login who has not completed the profile. */
  readonly isProfileIncomplete: boolean;
  /** Authenticated by a hand-off token that was not exchanged yet. */
  readonly isHandoff: boolean;
}

type MemberForAccess<A extends Access> = A extends 'public'
  ? null
  : A extends 'optional'
    ? AuthenticatedMember | null
    : AuthenticatedMember;

export interface HandlerContext<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly member: MemberForAccess<E['access']>;
  readonly caller: Caller;
  /** Sends the `Link` header to the next page of a list. */
  linkNext(cursor: string): void;
  /** Adds a `Set-Cookie` header to the response. */
  setCookie(line: string): void;
  /** Sets a response header, replacing the default one. */
  setHeader(name: string, value: string): void;
}

type Handler<E extends Endpoint> = (asked: HandlerContext<E>, deps: Deps) => Promise<ResponseOf<E>>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (asked: HandlerContext<Endpoint>, deps: Deps) => Promise<unknown>;
}

/** Defines the handler of an endpoint of the contract. Input is validated and access is authorized before it is called. */
export const defineRoute = <E extends Endpoint>(endpoint: E, handle: Handler<E>): Route => ({
  endpoint,
  // `mountRoutes` validates input and access for this endpoint before the call, which the erased type cannot express.
  handle: handle as unknown as Route['handle'],
});
