import type { Context } from 'hono';

export interface Caller {
  /** IPv4 address, or the /64 prefix of an IPv6 address, which usually belongs to one household. */
  readonly ip: string;
  /** IPv4 address, or the /48 prefix of an IPv6 address, which may belong to one customer of a provider. */
  readonly network: string;
  readonly userAgent: string;
  /** The server calls its own API while it renders a page. Rate limits count the page request instead. */
  readonly isInternal: boolean;
  /** The unverified bearer token of the request, or null. */
  readonly bearer: string | null;
  header(name: string): string | null;
}

/** Who does something, from where and when, for the logs of admins' actions: usually a member, the IP address and the time of a request. */
export interface AuditContext {
  readonly member: { readonly id: string; readonly loginId: string | null };
  readonly caller: Pick<Caller, 'ip'>;
  readonly now: Date;
}

/** The environment of a request: `incoming` from @hono/node-server, or `isInternal` from the calls that render a page. */
interface NodeBindings {
  readonly isInternal?: true;
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
}

const MAX_USER_AGENT_LENGTH = 200;

type Address = Pick<Caller, 'ip' | 'network'>;

const normalizeIp = (raw: string): Address => {
  const [withoutZone = ''] = raw.split('%');
  const ip = withoutZone.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();
  if (!ip.includes(':')) return { ip, network: ip };
  const [head = '', tail = ''] = ip.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const missing = ip.includes('::') ? Array.from({ length: 8 - left.length - right.length }, () => '0') : [];
  const groups = [...left, ...missing, ...right].map((part) => part.replace(/^0+(?=.)/, ''));
  return {
    ip: `${groups.slice(0, 4).join(':')}::/64`,
    network: `${groups.slice(0, 3).join(':')}::/48`,
  };
};

const bindingsOf = (context: Context): NodeBindings | undefined => context.env as NodeBindings | undefined;

/**
 * The client's address. Behind `trustProxy` reverse proxies, it is the entry that many positions from the right of
 * `X-Forwarded-For`, because entries further left can be forged by the client.
 */
const readAddress = (context: Context, trustProxy: number): Address => {
  const bindings = bindingsOf(context);
  const socket = bindings?.incoming?.socket?.remoteAddress ?? '127.0.0.1';
  if (trustProxy === 0) return normalizeIp(socket);
  const hops = [...(context.req.header('x-forwarded-for') ?? '').split(','), socket]
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  return normalizeIp(hops[Math.max(0, hops.length - 1 - trustProxy)] ?? socket);
};

export const readCaller = (context: Context, trustProxy: number): Caller => {
  const authorization = context.req.header('authorization') ?? '';
  return {
    ...readAddress(context, trustProxy),
    isInternal: bindingsOf(context)?.isInternal === true,
    userAgent: (context.req.header('user-agent') ?? '').slice(0, MAX_USER_AGENT_LENGTH),
    bearer: /^Bearer\s+(\S+)$/i.exec(authorization)?.[1] ?? null,
    header: (name) => context.req.header(name) ?? null,
  };
};
