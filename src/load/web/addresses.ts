import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that are not the public internet (IANA's special-purpose registries): private, loopback, link-local and their like. */
const innerNetworks4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

const innerNetworks6 = [
  // Unspecified, loopback, and IPv4 addresses in the form that is no longer used.
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const;

const innerAddresses = new BlockList();
for (const [network, prefix] of innerNetworks4) {
  // A rule for IPv4 counts for IPv4-mapped IPv6 addresses as well; those that NAT64 translates need their own.
  innerAddresses.addSubnet(network, prefix, 'ipv4');
  innerAddresses.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6');
}
for (const [network, prefix] of innerNetworks6) innerAddresses.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && !innerAddresses.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** The code of the error of a connection that was not made, since its address is not public. */
export const innerAddressCode = 'INNER_ADDRESS';

/**
 * Looks up a host for the connection that is about to be made, so that nothing comes between the check of the
 * address and its use; a host with an address that is not public is not found.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '');
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(Object.assign(new Error('The address is not public.'), { code: innerAddressCode }), '');
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
