import { BlockList, isIP } from 'node:net';

/** Loopback, private and link-local networks (RFC 1122, 1918, 3927, 4193, 4291). */
const privateNetworks = new BlockList();
privateNetworks.addSubnet('127.0.0.0', 8);
privateNetworks.addSubnet('10.0.0.0', 8);
privateNetworks.addSubnet('172.16.0.0', 12);
privateNetworks.addSubnet('192.168.0.0', 16);
privateNetworks.addSubnet('169.254.0.0', 16);
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

/** Names of this machine and of its own network (RFC 6761, 6762). */
const PRIVATE_NAME = /^(.+\.)?(localhost|local)$/;

/** Whether the host of a URL is one of these names or in one of these networks. */
export const isPrivateUrl = (url: string): boolean => {
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, '');
  const family = isIP(host);
  return family === 0 ? PRIVATE_NAME.test(host) : privateNetworks.check(host, family === 4 ? 'ipv4' : 'ipv6');
};
