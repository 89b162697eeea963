/** The types of the client, for the compiler: what does not fit the schemas of the gate must not compile. Never run. */
import { connect, type MethodName } from '../../../src/client/index.ts';

/** Compiled and never run: what does not fit the schemas does not compile. */
export async function types(): Promise<void> {
  const client = await connect('http://127.0.0.1:1');
  const free: 'free' | 'too-close' | 'colliding' | 'undecided' = (await client.state({ q: [0] }))
    .verdict;
  const version: number = (await client.motion({ waypoints: [{ joint1: 0 }] })).version;
  const names: readonly MethodName[] = ['open', 'verify'];
  await client.edit({
    edits: [{ kind: 'add-obstacle', name: 'box', shape: { kind: 'box', size: [1, 1, 1] } }],
  });
  // @ts-expect-error q is missing
  await client.state({});
  // @ts-expect-error q is missing
  await client.state();
  // @ts-expect-error no text is a configuration
  await client.state({ q: 'home' });
  // @ts-expect-error there is no such field
  await client.motion({ waypoint: [[0]] });
  // @ts-expect-error there is no such method
  await client.call('motions', {});
  // @ts-expect-error a budget is a number
  await client.call('motion', { waypoints: [[0]] }, { budget_ms: '50' });
  // @ts-expect-error there is no such edit
  await client.edit({ edits: [{ kind: 'explode' }] });
  // @ts-expect-error a box has a size
  await client.edit({ edits: [{ kind: 'add-obstacle', name: 'b', shape: { kind: 'box' } }] });
  // @ts-expect-error the verdict is a word
  const wrong: number = (await client.state({ q: [0] })).verdict;
  const [outcome] = await client.batch([{ method: 'state', params: { q: [0] } }]);
  // @ts-expect-error a motion has segments, a state has not
  const segment = outcome.result?.segment;
  // @ts-expect-error params are those of the method
  await client.batch([{ method: 'state', params: { waypoints: [[0]] } }]);
  void [free, version, names, wrong, segment];
}
