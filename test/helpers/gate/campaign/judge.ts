/** Whether an answer of a gate is that of the version it names, opened anew. What is not throws an Error. */
import type { Asked } from './session.ts';
import type { ReplyError } from './testedGate.ts';

/** Codes of JSON-RPC that the gate uses. */
const INPUT = -32000;
const UNKNOWN_CELL = -32001;
const VERSION = -32002;
const OTHER_RUN = -32007;
const INVALID = -32602;
/** Begins what is said of an answer that proves more than is true. */
export const WRONG_FREE = 'WRONG FREE: ';
/** Earlier versions that may still be asked about. */
const KEPT_VERSIONS = 8;
/** Largest difference of numbers that mean the same: searches among round shapes begin where the last one ended. */
const ROUNDING = 1e-8;

type Fields = Readonly<Record<string, unknown>>;

/** The answer to a question. */
export function judgeQuestion(asked: Asked, result: Fields): void {
  const { question, cell } = asked;
  const version = requireAbout(asked, result);
  const fresh = cell.at(version);
  const expected = fresh.answer(question!);
  if (expected.fault !== undefined) {
    throw new Error(`answered ${brief(result)}; anew it is refused: ${expected.fault}`);
  }
  const { fields } = expected;
  for (const key of ['verdict', 'verified', 'written']) {
    if (fields[key] === result[key]) continue;
    const wrong = result[key] === 'free' || result[key] === true ? WRONG_FREE : '';
    throw new Error(
      `${wrong}${key} ${result[key]} about version ${version}; anew it is ${fields[key]}`,
    );
  }
  const at = difference(fields, result, '');
  if (at) throw new Error(`about version ${version}: ${at}`);
  const text = result.text ?? result.certificate;
  if (typeof text !== 'string') return;
  const reason = fresh.rejects(text);
  if (reason) throw new Error(`${WRONG_FREE}the certificate is rejected anew: ${reason}`);
}

/** The answer to an edit. */
export function judgeEdit(asked: Asked, result: Fields): void {
  const { cell, edits, version: expected } = asked;
  const version = requireAbout({ ...asked, version: undefined }, result);
  if (expected !== undefined && version !== expected + 1) {
    throw new Error(`expected version ${expected} and made ${version}`);
  }
  const fault = cell.faultOf(version - 1, edits!);
  if (fault) throw new Error(`made version ${version}, which has a fault: ${fault}`);
  const fresh = cell.at(version);
  const { description, bodies } = fresh.open.cell;
  const at = difference(
    { bodies: bodies.map(({ name }) => name), clearance: description.clearance.default },
    result,
    '',
  );
  if (at) throw new Error(`made version ${version}: ${at}`);
}

/** A refusal: only those that must be. */
export function judgeError(asked: Asked, error: ReplyError): void {
  if (!mayRefuse(asked, error)) throw new Error(`refused: ${JSON.stringify(error)}`);
}

function mayRefuse(asked: Asked, error: ReplyError): boolean {
  const { cell, run, isNamed, version, question, edits, from, to } = asked;
  const isOther = cell.run !== run;
  // A request that names another run has no other answer.
  if (isOther && isNamed) return error.code === OTHER_RUN;
  switch (error.code) {
    case INVALID:
      return version !== undefined && !isNamed;
    case UNKNOWN_CELL:
      return cell.isClosed || isOther;
    case VERSION:
      // An edit expects the version that is current; a question one that is kept.
      if (version === undefined) return false;
      return edits
        ? version !== from || version !== to
        : version > from || version < to - KEPT_VERSIONS;
    case INPUT: {
      const code = error.data?.code;
      const first = edits ? from : Math.max(1, version ?? from);
      for (let v = first; v <= (version ?? to); v++) {
        const fault = edits ? cell.faultOf(v, edits) : cell.at(v).answer(question!).fault;
        if (fault === code) return true;
      }
      return false;
    }
    default:
      return false;
  }
}

function requireAbout(
  { cell, run, isNamed, version: pin, from, to, isLate, edits }: Asked,
  result: Fields,
): number {
  const version = result.version as number;
  if (isNamed && cell.run !== run) throw new Error('answered, though it names another run');
  if (isLate) throw new Error(`answered, though the cell was closed before`);
  if (result.cell !== cell.id) throw new Error(`an answer about ${result.cell}`);
  if (cell.gate !== undefined && result.gate !== cell.gate) {
    throw new Error(`an answer of run ${result.gate}, asked of ${cell.gate}`);
  }
  if (pin !== undefined && version !== pin) throw new Error(`an answer about version ${version}`);
  const first = edits ? from + 1 : from;
  if (pin === undefined && !(version >= first && version <= to)) {
    throw new Error(`an answer about version ${version}, between ${first} and ${to}`);
  }
  return version;
}

function brief(result: Fields): string {
  return JSON.stringify(result.verdict ?? result.verified ?? result).slice(0, 200);
}

/** The first place where `found` is not what is expected; members that are not expected are not looked at. */
export function difference(expected: unknown, found: unknown, place: string): string | null {
  const told = () =>
    `${place || 'the answer'} is ${JSON.stringify(found)?.slice(0, 200)}; anew it is ${JSON.stringify(expected)?.slice(0, 200)}`;
  if (typeof expected === 'number' && typeof found === 'number') {
    const isSame = Math.abs(expected - found) <= ROUNDING * Math.max(1, Math.abs(expected));
    return isSame ? null : told();
  }
  if (typeof expected !== 'object' || expected === null) return expected === found ? null : told();
  if (typeof found !== 'object' || found === null) return told();
  if (Array.isArray(expected) && (!Array.isArray(found) || found.length !== expected.length)) {
    return told();
  }
  for (const [key, value] of Object.entries(expected)) {
    const at = difference(value, (found as Fields)[key], place === '' ? key : `${place}/${key}`);
    if (at) return at;
  }
  return null;
}
