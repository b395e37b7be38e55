import { isIPv4, isIPv6 } from 'node:net';

import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Where an agreement was accepted: no more than shows that it came from a browser on our page. */
export interface ConsentPlace {
  /** The page's origin as the browser tells it; `null` for a client that tells none. */
  readonly origin: string | null;
  /** The client's network: the first 24 bits of an IPv4 address, 48 of an IPv6 one. Thousands share it. */
  readonly network: string | null;
}

const MAX_ORIGIN = 200;
const ORIGIN = /^https?:\/\/[^\s/]+$/;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const IPV6_GROUPS = 8;
const KEPT_GROUPS = 3;

/** The network of an address, with the number of its bits; `null` for what is no address. */
export function truncatedNetwork(address: string): string | null {
  const plain = MAPPED_IPV4.exec(address)?.[1] ?? address.split('%', 1)[0] ?? '';
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return null;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = groupsOf(head);
  const right = groupsOf(tail ?? '');
  const zeros = Array.from(
    { length: Math.max(0, IPV6_GROUPS - left.length - right.length) },
    () => '0',
  );
  return `${[...left, ...zeros, ...right].slice(0, KEPT_GROUPS).join(':')}::/48`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => parseInt(group, 16).toString(16));
}

/** What is kept of where a call came from. */
export function placeOf({
  origin,
  address,
}: {
  origin?: string | undefined;
  address?: string | undefined;
}): ConsentPlace {
  const isOrigin = origin !== undefined && origin.length <= MAX_ORIGIN && ORIGIN.test(origin);
  return { origin: isOrigin ? origin : null, network: truncatedNetwork(address ?? '') };
}

/** Where the call came from. */
export const CallPlace = createParamDecorator(
  (_: unknown, context: ExecutionContext): ConsentPlace => {
    const request = context.switchToHttp().getRequest<Request>();
    return placeOf({ origin: request.headers.origin, address: request.ip });
  },
);
