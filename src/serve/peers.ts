/** Peers: which addresses count as one client when connections and bytes are limited for each. */
import { isIPv4, isIPv6 } from 'node:net';
import { isLoopback } from './guard.ts';

/**
 * The name of the peer behind a remote address: this machine as a whole, an IPv4 address (also one that is mapped into IPv6),
 * or the first 64 bits of an IPv6 address: a host has all the addresses below these.
 */
export function peerOf(address: string | undefined): string {
  const plain = (address ?? '').replace(/%.*$/, '').toLowerCase();
  const host = isIPv6(plain) ? nameOf(groupsOf(plain)) : plain;
  return isLoopback(host) ? 'loopback' : host;
}

function nameOf(groups: readonly number[]): string {
  const isHigh = groups.slice(0, 5).every((group) => group === 0);
  if (isHigh && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  }
  if (isHigh && groups.slice(5).join() === '0,0,1') return '::1';
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head, tail] = address.split('::').map(partsOf);
  if (tail === undefined) return head;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function partsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!isIPv4(part)) return [Number.parseInt(part, 16)];
    const [a, b, c, d] = part.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
