/** Where requests come from, as limits count it. */
import ipaddr from 'ipaddr.js';

/** One customer of a provider has a whole /64 of IPv6 addresses: they are one place. */
export function placeOf(address: string): string {
  // A proxy may have passed on what is no address.
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6 ? ip.parts.slice(0, 4).join(':') : ip.toString();
}
