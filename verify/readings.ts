/**
 * The cells that given files can be read as, for a certificate: an exported model, a cell file, a scene with its robot, a URDF; as
 * they are, and with what somebody may have asked for on top when it was made. The model's digest tells which is meant.
 */
import { cellFromScene, cellFromUrdf, readCell, withClearances } from '../src/formats/index.ts';
import { type CellDescription, parseModel } from '../src/verifier/index.ts';
import { type Files, pathsOf } from './files.ts';

/** A way to read the files. `asked` is what was asked for on top, as options of the command line. */
export interface Reading {
  readonly file: string;
  readonly asked: string;
  /** Of an exported model, which is complete. */
  readonly isModel: boolean;
  readonly read: () => CellDescription;
}

export interface ReadingQuestion {
  readonly files: Files;
  readonly find: (path: string) => Uint8Array | undefined;
  /** The default clearance that the certificate is about. */
  readonly clearance: number | null;
  /** Other clearances that it has pairs with: one of them may be what links of one robot keep. */
  readonly others: readonly number[];
  /** Pairs that it takes for harmless because the robot has no SRDF: who reads the URDF here assumes the same. */
  readonly suggested: CellDescription['allow'];
}

/** All ways, the most likely first. */
export function readingsOf(question: ReadingQuestion): Reading[] {
  const { files, find, clearance, others, suggested } = question;
  const plain = [
    ...pathsOf(files, 'model').map((file) => ({
      file,
      isModel: true,
      read: (_: boolean) => parseModel(files.get(file)!, file),
    })),
    ...entries(files, find).map((each) => ({ ...each, isModel: false })),
  ];
  const choices = [false, true].flatMap((visuals) =>
    [false, true].flatMap((never) =>
      [null, ...(clearance === null ? [] : [clearance])].flatMap((asked) =>
        [null, ...others].flatMap((self) =>
          (suggested.length > 0 ? [suggested, []] : [[]]).map((assumed) => ({
            ...{ visuals, never, assumed, self },
            clearance: asked,
          })),
        ),
      ),
    ),
  );
  return plain.flatMap(({ file, isModel, read }) =>
    choices.map((choice) => ({
      ...{ file, isModel },
      asked: optionsText(choice),
      read: () => adjusted(read(choice.visuals), choice),
    })),
  );
}

/** What somebody may have asked for on top of the files. */
interface Choice {
  readonly visuals: boolean;
  readonly never: boolean;
  readonly clearance: number | null;
  readonly self: number | null;
  readonly assumed: CellDescription['allow'];
}

function entries(files: Files, find: ReadingQuestion['find']) {
  const [srdf] = pathsOf(files, 'srdf');
  const robots = pathsOf(files, 'urdf');
  const semantics = srdf === undefined ? {} : { srdf: { file: srdf, bytes: files.get(srdf)! } };
  const common = (file: string, testVisuals: boolean) => ({
    ...{ file, testVisuals, visuals: false },
    resolver: { files: find },
  });
  return [
    ...pathsOf(files, 'cell').map((file) => ({
      file,
      read: (visuals: boolean) => readCell(files.get(file)!, common(file, visuals)),
    })),
    ...pathsOf(files, 'scene').flatMap((file) =>
      robots.map((name) => ({
        file,
        read: (visuals: boolean) => {
          const robot = { file: name, bytes: files.get(name)! };
          return cellFromScene(files.get(file)!, { ...common(file, visuals), robot, ...semantics });
        },
      })),
    ),
    ...robots.map((file) => ({
      file,
      read: (visuals: boolean) =>
        cellFromUrdf(files.get(file)!, { ...common(file, visuals), ...semantics }),
    })),
  ];
}

function adjusted(
  description: CellDescription,
  { never, clearance, self, assumed }: Choice,
): CellDescription {
  const robots = description.robots.map((instance) => {
    const { semantics } = instance;
    if (!never || !semantics) return instance;
    const disabledPairs = semantics.disabledPairs.filter(({ reason }) => !/never/i.test(reason));
    return { ...instance, semantics: { ...semantics, disabledPairs } };
  });
  const allow = assumed.length > 0 ? [...description.allow, ...assumed] : description.allow;
  const asked = { clearance: clearance ?? undefined, selfClearance: self ?? undefined };
  return withClearances({ ...description, robots, allow }, asked);
}

function optionsText({ visuals, never, clearance, self }: Choice): string {
  const options = [
    visuals ? '--visuals' : '',
    never ? '--recheck-never' : '',
    clearance === null ? '' : `--clearance ${clearance}`,
    self === null ? '' : `--self-clearance ${self}`,
  ];
  return options.filter((option) => option !== '').join(' ');
}
