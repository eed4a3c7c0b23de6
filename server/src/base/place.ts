/** The source of a request, by which rate limits count. */
import ipaddr from 'ipaddr.js';

/** A /64 of IPv6 addresses counts as one source, because a provider's customer usually has a whole one. */
export function placeOf(address: string): string {
  // A proxy may have forwarded a text that is not an address.
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6 ? ip.parts.slice(0, 4).join(':') : ip.toString();
}
