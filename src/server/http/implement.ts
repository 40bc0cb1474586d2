import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { Role } from '#contract/auth.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from './caller.ts';

/** Who is asking: read from the database at each request, never from the token or the body. */
export interface Member {
  readonly id: string;
  readonly sessionId: string;
  readonly loginId: string | null;
  readonly name: string;
  readonly role: Role;
  /** Came through a provider and owes the extra information. */
  readonly isPending: boolean;
  /** Asks with the token from an address, before it was exchanged. */
  readonly isHandOff: boolean;
}

type MemberFor<A extends Access> = A extends 'public' ? null : A extends 'optional' ? Member | null : Member;

export interface Asked<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly member: MemberFor<E['access']>;
  readonly caller: Caller;
  /** Names the next page of a list in the `Link` header. */
  linkNext(cursor: string): void;
  /** Sends a `Set-Cookie` line along with the answer. */
  setCookie(line: string): void;
  /** Sends a header along with the answer, instead of the usual one of this name. */
  setHeader(name: string, value: string): void;
}

type Handler<E extends Endpoint> = (asked: Asked<E>, deps: Deps) => Promise<ResponseOf<E>>;

export interface Implementation {
  readonly endpoint: Endpoint;
  readonly handle: (asked: Asked<Endpoint>, deps: Deps) => Promise<unknown>;
}

/** Ties a handler to its entry in the contract: input arrives checked, the caller's right is settled. */
export const implement = <E extends Endpoint>(endpoint: E, handle: Handler<E>): Implementation => ({
  endpoint,
  // The mount checks input and access against this very endpoint before it calls, which the erased type cannot say.
  handle: handle as unknown as Implementation['handle'],
});
