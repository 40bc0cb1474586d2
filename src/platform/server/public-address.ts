import { lookup as lookUp, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIPv4, type LookupFunction } from 'node:net';

/**
 * Multicast, and IPv4 networks that are not on the internet, without those for documentation:
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const specialNetworks = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  specialNetworks.addSubnet(network, prefix);

/** The IPv6 addresses of the internet, and those among them that lead to an IPv4 address (6to4, Teredo). */
const globalNetworks = new BlockList();
globalNetworks.addSubnet('2000::', 3, 'ipv6');
const tunnels = new BlockList();
tunnels.addSubnet('2001::', 32, 'ipv6');
tunnels.addSubnet('2002::', 16, 'ipv6');

/** Whether an IP address counts as one on the internet: no loopback, private or link-local address, for example. */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address)
    ? !specialNetworks.check(address)
    : globalNetworks.check(address, 'ipv6') && !tunnels.check(address, 'ipv6');

/** The code of the error for a host with an address that is not on the internet. */
export const NOT_PUBLIC = 'NOT_PUBLIC';

const notPublic = (): NodeJS.ErrnoException =>
  Object.assign(new Error('the host has an address that is not on the internet'), { code: NOT_PUBLIC });

type LookUp = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * The `lookup` of sockets that may only connect to the internet: fails with `NOT_PUBLIC` when any address of the host is not on it. The
 * socket connects to an address that was checked. Sockets do not call it for a host that is an IP address.
 */
export const createPublicLookup =
  (lookup: LookUp = lookUp): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '');
      if (!addresses.every(({ address }) => isPublicAddress(address))) return done(notPublic(), '');
      const [first] = addresses;
      return options.all === true ? done(null, addresses) : done(null, first?.address ?? '', first?.family);
    });

/** An address of the host, a name or an IP address. Rejects when none is found and, with `NOT_PUBLIC`, when any is not public. */
export const resolvePublicAddress = (host: string, lookup = createPublicLookup()): Promise<string> =>
  new Promise((resolve, reject) => {
    lookup(host, {}, (error, address) => (error === null ? resolve(address as string) : reject(error)));
  });
