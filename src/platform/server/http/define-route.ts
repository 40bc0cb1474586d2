import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import type { Role } from '../../contract/sessions.ts';
import type { Deps } from '../deps.ts';
import type { AuditContext, Caller } from './caller.ts';

/**
 * The member who sent the request. Identity, role and state are read from the database on each request. Only `sessionId` and `isHandoff`
 * come from the verified token.
 */
export interface AuthenticatedMember {
  readonly id: string;
  readonly sessionId: string;
  readonly loginId: string | null;
  readonly name: string;
  readonly role: Role;
  /** Signed up by social login and has not completed the profile yet. */
  readonly isProfileIncomplete: boolean;
  /** An admin who must set up a second factor. Until then `role` is `MEMBER`. */
  readonly needsSecondFactor: boolean;
  /** Authenticated by a handoff token (see `Endpoint.acceptsHandoffToken`). */
  readonly isHandoff: boolean;
}

type MemberForAccess<A extends Access> = A extends 'public'
  ? null
  : A extends 'optional'
    ? AuthenticatedMember | null
    : AuthenticatedMember;

type AuditForAccess<A extends Access> = A extends 'public' | 'optional' ? null : AuditContext;

interface HandlerContext<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly member: MemberForAccess<E['access']>;
  readonly caller: Caller;
  /** When the handler was called. */
  readonly now: Date;
  /** Member, caller and time, for the audit log of admins. */
  readonly audit: AuditForAccess<E['access']>;
  /** Adds a `Link: …; rel="next"` header with this cursor to the response. */
  linkNext(cursor: string): void;
  /** Adds a `Set-Cookie` header with this value to the response. */
  setCookie(line: string): void;
  /** Sets a response header and replaces the default header of this name. */
  setHeader(name: string, value: string): void;
}

type Handler<E extends Endpoint> = (context: HandlerContext<E>, deps: Deps) => Promise<ResponseOf<E>>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (context: HandlerContext<Endpoint>, deps: Deps) => Promise<unknown>;
}

/** Connects a handler with its contract endpoint. The handler runs after input validation and authorization. */
export const defineRoute = <E extends Endpoint>(endpoint: E, handle: Handler<E>): Route => ({
  endpoint,
  // The cast is safe because `mountRoutes` validates input and access against the same endpoint before it calls the handler.
  handle: handle as unknown as Route['handle'],
});
