import { groupsText, readIpAddress } from '../common/ip-address.js';

/** Groups of an IPv6 address that one subscriber has to himself: counting single addresses would count nothing. */
const NETWORK_GROUPS = 4;

/** What a client is counted by: its IPv4 address, or the /64 network of its IPv6 address; what is neither, as it is. */
export function clientNetwork(address: string): string {
  const read = readIpAddress(address);
  if (read === null) return address;
  if (read.version === 4) return read.parts.join('.');
  return groupsText(read.parts.slice(0, NETWORK_GROUPS));
}
