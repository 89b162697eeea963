/** Places for connections, and which addresses are one peer. */
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { peerOf } from '../../src/serve/peers.ts';
import { Places } from '../../src/serve/places.ts';

describe('peers', () => {
  it.each([
    ['192.168.0.7', '192.168.0.7'],
    ['::ffff:192.168.0.7', '192.168.0.7'],
    ['::FFFF:c0a8:7', '192.168.0.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::10.0.0.1', '64:ff9b:0:0::/64'],
    ['127.0.0.1', 'loopback'],
    ['127.9.9.9', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    [undefined, ''],
  ])('%s is %s', (address, peer) => {
    expect(peerOf(address)).toBe(peer);
  });
});

/** A connection, and what it was told. */
class Wire extends PassThrough {
  readonly remoteAddress: string;
  bytesWritten = 0;
  text = '';

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
    this.on('data', (chunk) => {
      this.text += chunk;
    });
  }

  destroySoon(): void {
    this.destroy();
  }
}

function gate(limits: { connections: number; perPeer: number; strangers: number }) {
  const places = new Places(limits);
  const come = (address = '10.0.0.1') => {
    const wire = new Wire(address);
    places.enter(wire as unknown as Socket);
    return wire;
  };
  const gone = async (wire: Wire) => {
    wire.destroy();
    await new Promise((next) => setImmediate(next));
  };
  const codeOf = (wire: Wire) => {
    const problem = places.admit(wire);
    return problem && JSON.parse(problem.body).fault.code;
  };
  return { places, come, gone, codeOf };
}

describe('places', () => {
  it('are so many in total and for each peer, and come back', async () => {
    const { places, come, gone, codeOf } = gate({ connections: 3, perPeer: 2, strangers: 10 });
    const [a, b, c] = [come(), come(), come()];
    expect([codeOf(a), codeOf(a), codeOf(b), codeOf(c)]).toEqual([
      ...[null, null, null],
      'gate/connections-peer',
    ]);
    const others = ['10.0.0.2', '10.0.0.3'].map((address) => come(address));
    expect(others.map(codeOf)).toEqual([null, 'gate/connections']);
    expect(places.facts).toEqual({ connections: 3, strangers: 2, refusedConnections: 2 });
    await gone(a);
    expect(codeOf(c)).toBeNull();
    for (const wire of [b, c, ...others]) await gone(wire);
    expect(places.facts).toMatchObject({ connections: 0, strangers: 0 });
  });

  it('have no limit for each peer where it is 0', () => {
    const { come, codeOf } = gate({ connections: 3, perPeer: 0, strangers: 10 });
    expect([come(), come(), come(), come()].map(codeOf)).toEqual([
      ...[null, null, null],
      'gate/connections',
    ]);
  });

  it('are not taken by strangers: of the peer with most of them the oldest is turned out', async () => {
    const { places, come, codeOf } = gate({ connections: 2, perPeer: 2, strangers: 3 });
    const quiet = come('10.0.0.1');
    const flood = Array.from({ length: 20 }, () => come('10.6.6.6'));
    await new Promise((next) => setImmediate(next));
    expect(places.facts).toEqual({ connections: 0, strangers: 3, refusedConnections: 18 });
    const told = flood.filter(({ text }) => text.startsWith('HTTP/1.1 503'));
    expect(told).toEqual(flood.slice(0, 18));
    for (const { text } of told) expect(text).toMatch(/Retry-After: 1\r\n[\s\S]*gate\/connections/);
    expect(codeOf(quiet)).toBeNull();
    // One that was turned out has no way back.
    expect(codeOf(flood[0])).toBe('gate/connections');
  });

  it('says nothing more to one that is turned out while it is answered', () => {
    const { come } = gate({ connections: 1, perPeer: 1, strangers: 1 });
    const answered = come();
    answered.bytesWritten = 1;
    come();
    expect([answered.text, answered.destroyed]).toEqual(['', true]);
  });
});
