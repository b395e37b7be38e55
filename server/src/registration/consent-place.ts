import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { groupsText, readIpAddress } from '../common/ip-address.js';

/** Where an agreement was accepted: no more than shows that it came from a browser on our page. */
export interface ConsentPlace {
  /** The page's origin as the browser tells it; `null` for a client that tells none. */
  readonly origin: string | null;
  /** The client's network: the first 24 bits of an IPv4 address, 48 of an IPv6 one. Thousands share it. */
  readonly network: string | null;
}

const MAX_ORIGIN = 200;
const ORIGIN = /^https?:\/\/[^\s/]+$/;
const KEPT_GROUPS = 3;

/** The network of an address, with the number of its bits; `null` for what is no address. */
export function truncatedNetwork(address: string): string | null {
  const read = readIpAddress(address);
  if (read === null) return null;
  if (read.version === 4) return `${read.parts.slice(0, 3).join('.')}.0/24`;
  return `${groupsText(read.parts.slice(0, KEPT_GROUPS))}::/48`;
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
