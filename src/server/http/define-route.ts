import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { Role } from '#contract/auth.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from './caller.ts';

/** Who is asking: read from the database at each request, never from the token or the body. */
export interface AuthenticatedMember {
  readonly id: string;
  readonly sessionId: string;
  readonly loginId: string | null;
  readonly name: string;
  readonly role: Role;
  /** Came through a provider and owes the extra information. */
  readonly isProfileIncomplete: boolean;
  /** Asks with the token from an address, before it was exchanged. */
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
  /** Names the next page of a list in the `Link` header. */
  linkNext(cursor: string): void;
  /** Sends a `Set-Cookie` line along with the answer. */
  setCookie(line: string): void;
  /** Sends a header along with the answer, instead of the usual one of this name. */
  setHeader(name: string, value: string): void;
}

type Handler<E extends Endpoint> = (asked: HandlerContext<E>, deps: Deps) => Promise<ResponseOf<E>>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (asked: HandlerContext<Endpoint>, deps: Deps) => Promise<unknown>;
}

/** Ties a handler to its entry in the contract: input arrives checked, the caller's right is settled. */
export const defineRoute = <E extends Endpoint>(endpoint: E, handle: Handler<E>): Route => ({
  endpoint,
  // The mount checks input and access against this very endpoint before it calls, which the erased type cannot say.
  handle: handle as unknown as Route['handle'],
});
