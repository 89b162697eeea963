/**
 * What the digests in the answers of a gate promise: a version has one digest, two versions with one digest are the same
 * cell, and a cell that edits have made what it was before has the digest of before.
 */
import type { CampaignCell } from './campaignCell.ts';

export class DigestLaws {
  /** Of versions, by run, cell and number. */
  private readonly ofVersion = new Map<string, string>();
  /** Of states of a cell, by run, cell and description. */
  private readonly ofState = new Map<string, string>();
  /** Models, by run and digest. */
  private readonly models = new Map<string, string>();

  /** Throws where an answer breaks a law. Gates that name no run give no digests. */
  judge(cell: CampaignCell, answer: Readonly<Record<string, unknown>>): void {
    if (cell.gate === undefined) return;
    const { digest } = answer;
    const version = answer.version as number;
    if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)) {
      throw new Error(`the answer names no digest of the cell: ${JSON.stringify(digest)}`);
    }
    const name = `${cell.run} ${cell.id}`;
    const require = (known: Map<string, string>, key: string, value: string, law: string) => {
      const before = known.get(key) ?? value;
      if (before !== value) throw new Error(`${law}: ${before} and ${value}`);
      known.set(key, value);
    };
    require(this.ofVersion, `${name} ${version}`, digest, `two digests of version ${version}`);
    require(this.ofState, `${name} ${cell.textOf(version)}`, digest, 'two digests of one state');
    const { digest: model } = cell.at(version);
    require(this.models, `${cell.run} ${digest}`, model, 'one digest of two cells');
  }
}
