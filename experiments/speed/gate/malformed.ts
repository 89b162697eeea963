/** Requests that must be refused: broken text, wrong kinds, names that are not there, numbers out of bounds. */
import type { Random } from 'surepath/math';

/** What is sent, and what is wrong with it. */
export interface Malformed {
  readonly name: string;
  readonly path: string;
  readonly body: string;
}

/** The next one. */
export function malformed(random: Random, cell: string): Malformed {
  const state = JSON.stringify({ cell, q: [0, 0, 0] });
  const of = (method: string, params: object) => ({
    ...{ path: `/v1/${method}`, body: JSON.stringify({ cell, ...params }) },
  });
  const kinds: readonly (() => Omit<Malformed, 'name'> & { name: string })[] = [
    () => ({
      name: 'cut',
      path: '/v1/state',
      body: state.slice(0, random.below(state.length - 1) + 1),
    }),
    () => ({ name: 'bytes', path: '/v1/state', body: flipped(state, random) }),
    () => ({ name: 'twice', path: '/v1/state', body: `{"q":[0,0,0],"q":[1,1,1]}` }),
    () => ({ name: 'deep', path: '/rpc', body: '['.repeat(1000) + ']'.repeat(1000) }),
    () => ({ name: 'nothing', path: '/rpc', body: random.unit() < 0.5 ? '[]' : '' }),
    () => ({ name: 'list', path: '/v1/motion', body: '[1,2,3]' }),
    () => ({ name: 'method', ...of(`no-${random.below(9)}`, {}) }),
    () => ({ name: 'rpc', path: '/rpc', body: '{"jsonrpc":"1.0","id":1,"method":"cells"}' }),
    () => ({ name: 'kind', ...of('state', { q: 'home' }) }),
    () => ({ name: 'number', ...of('state', { q: [0, null, 0] }) }),
    () => ({ name: 'unknown field', ...of('state', { q: [0, 0, 0], qq: 1 }) }),
    () => ({ name: 'empty', ...of('motion', { waypoints: [] }) }),
    () => ({
      name: 'two motions',
      ...of('motion', { waypoints: [[0, 0, 0]], file: { contents: '' } }),
    }),
    () => ({ name: 'budget', ...of('state', { q: [0, 0, 0], budget_ms: -1 }) }),
    () => ({ name: 'cell', ...of('state', { q: [0, 0, 0], cell: 'cell-0' }) }),
    () => ({ name: 'version', ...of('state', { q: [0, 0, 0], version: 1e6 }) }),
    () => ({ name: 'edit', ...of('edit', { edits: [{ kind: 'explode' }] }) }),
    () => ({ name: 'expected', ...of('edit', { edits: [], version: 1e6 }) }),
    () => ({ name: 'file', ...of('open', { file: '../../etc/passwd' }) }),
    () => ({ name: 'huge', path: '/v1/state', body: `{"q":[1e999,0,0],"cell":"${cell}"}` }),
  ];
  return kinds[random.below(kinds.length)]();
}

/** One character is another, where JSON has no choice. */
function flipped(text: string, random: Random): string {
  const places = [...text].flatMap((c, i) => ('{}[]:"'.includes(c) ? [i] : []));
  const at = places[random.below(places.length)];
  return `${text.slice(0, at)}#${text.slice(at + 1)}`;
}
