import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** Groups of an IPv6 address that one subscriber has to himself: counting single addresses would count nothing. */
const NETWORK_GROUPS = 4;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** What a client is counted by: its IPv4 address, or the /64 network of its IPv6 address. */
export function clientNetwork(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [withoutZone = ''] = address.split('%');
  const [head = '', tail] = withoutZone.toLowerCase().split('::');
  const left = groupsOf(head);
  const right = groupsOf(tail ?? '');
  const zeros = Array.from({ length: Math.max(0, GROUPS - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS).join(':');
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => parseInt(group, 16).toString(16));
}
