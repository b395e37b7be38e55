import { isIPv4, isIPv6 } from 'node:net';

/** An IP address, however it was written. */
export interface IpAddress {
  readonly version: 4 | 6;
  /** Four bytes, or eight groups of 16 bits. */
  readonly parts: readonly number[];
}

const GROUPS = 8;
const MAPPED = 0xffff;
const BRACKETS = /^\[([^[\]]{1,60})\](?::\d{1,5})?$/;
const WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;

/**
 * Reads an address as sockets and proxies write it: some add a port, brackets or a zone, and an IPv4 address may be written as
 * an IPv6 one (`::ffff:192.0.2.1`, `::ffff:c000:201`). All spellings of an address are the same afterwards.
 * @returns `null` for what is no address.
 */
export function readIpAddress(text: string): IpAddress | null {
  const trimmed = text.trim();
  const bare = BRACKETS.exec(trimmed)?.[1] ?? WITH_PORT.exec(trimmed)?.[1] ?? trimmed;
  if (isIPv4(bare)) return { version: 4, parts: bare.split('.').map(Number) };
  if (!isIPv6(bare)) return null;
  const [withoutZone = ''] = bare.split('%', 1);
  const [head = '', tail] = withoutZone.split('::');
  const left = groupsOf(head);
  const right = groupsOf(tail ?? '');
  const zeros = Array.from({ length: Math.max(0, GROUPS - left.length - right.length) }, () => 0);
  const parts = [...left, ...zeros, ...right];
  return isMapped(parts) ? { version: 4, parts: bytesOf(parts.slice(6)) } : { version: 6, parts };
}

/** The first groups of an IPv6 address, as they are written together. */
export function groupsText(parts: readonly number[]): string {
  return parts.map((group) => group.toString(16)).join(':');
}

function groupsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

function isMapped(parts: readonly number[]): boolean {
  return parts[5] === MAPPED && parts.slice(0, 5).every((group) => group === 0);
}

function bytesOf(groups: readonly number[]): number[] {
  return groups.flatMap((group) => [Math.floor(group / 256), group % 256]);
}
