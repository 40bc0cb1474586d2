import type { Context } from 'hono';

/** The client of a request. */
export interface Caller {
  /** The IPv4 address, or the /64 prefix of an IPv6 address, so that one household counts as one client. */
  readonly ip: string;
  readonly userAgent: string;
  /** An in-process request of a page being rendered; the page's request itself was counted. */
  readonly isInternal: boolean;
  /** The bearer token as sent, or null. */
  readonly bearer: string | null;
  header(name: string): string | null;
}

/** Bindings of @hono/node-server; absent for in-process requests. */
interface NodeBindings {
  readonly isInternal?: true;
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
}

const MAX_USER_AGENT_LENGTH = 200;

const normalizeIp = (raw: string): string => {
  const [withoutZone = ''] = raw.split('%');
  const address = withoutZone.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const missing = address.includes('::')
    ? Array.from({ length: 8 - left.length - right.length }, () => '0')
    : [];
  return `${[...left, ...missing, ...right]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};

const bindingsOf = (context: Context): NodeBindings | undefined => context.env as NodeBindings | undefined;

/** Behind `trustProxy` proxies, the IP address is that many entries from the right of X-Forwarded-For. */
const readIp = (context: Context, trustProxy: number): string => {
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
    ip: readIp(context, trustProxy),
    isInternal: bindingsOf(context)?.isInternal === true,
    userAgent: (context.req.header('user-agent') ?? '').slice(0, MAX_USER_AGENT_LENGTH),
    bearer: /^Bearer\s+(\S+)$/i.exec(authorization)?.[1] ?? null,
    header: (name) => context.req.header(name) ?? null,
  };
};
