import { isIPv4, isIPv6, SocketAddress } from 'node:net';

import ipaddr from 'ipaddr.js';

const BRACKETS = /^\[([^[\]]{1,60})\](?::\d{1,5})?$/;
const WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;

/**
 * Parses an address as sockets and proxies write it: some add a port, brackets or a zone. An IPv4-mapped IPv6 address
 * (`::ffff:192.0.2.1`) is read as IPv4.
 * @returns `null` when it is not an address
 */
export function readIpAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const trimmed = text.trim();
  const bare = BRACKETS.exec(trimmed)?.[1] ?? WITH_PORT.exec(trimmed)?.[1] ?? trimmed;
  if (isIPv4(bare)) return ipaddr.IPv4.parse(bare);
  if (!isIPv6(bare)) return null;
  // SocketAddress normalizes the text; ipaddr.js can't parse `2001:db8::192.0.2.1`.
  return ipaddr.process(new SocketAddress({ address: bare, family: 'ipv6' }).address);
}

export function firstGroups({ parts }: ipaddr.IPv6, count: number): string {
  return parts
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':');
}
