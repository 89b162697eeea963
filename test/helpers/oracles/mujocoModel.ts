/** MJCF models as MuJoCo itself compiles them: where bodies and geoms are, and which of them may meet. */
import loadMujoco from '@mujoco/mujoco';

/** A geom as MuJoCo has compiled it. */
export interface CompiledGeom {
  readonly body: string;
  readonly type: string;
  readonly size: readonly number[];
  readonly contype: number;
  readonly conaffinity: number;
  /** Of a mesh, in the geom's frame. */
  readonly vertices: readonly number[] | null;
}

export interface MujocoModel {
  readonly geoms: readonly CompiledGeom[];
  /** Hinges and slides. */
  readonly joints: readonly { name: string; range: readonly number[] | null; body: string }[];
  /** Sets joints by name and computes poses: rows of a rotation, then a position. */
  place(values: ReadonlyMap<string, number>): {
    body(name: string): number[];
    geom(number: number): number[];
    /** Names of bodies whose geoms are in each other, deeper than `depth`. */
    contacts(depth: number): [string, string][];
  };
  /** Whether no joint moves one of two bodies against the other. */
  areRigid(a: string, b: string): boolean;
  /** Whether MuJoCo tests two bodies at all, by what it has compiled. */
  tests(a: string, b: string): boolean;
}

/** Whether a joint is limited cannot be read from here; one that is not has zeros. */
function rangeOf(range: number[]): number[] | null {
  return range[0] === 0 && range[1] === 0 ? null : range;
}

const TYPES = ['plane', 'hfield', 'sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh'];

/** `files` by the path that the model uses. */
export async function mujocoModel(
  xml: string,
  files: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<MujocoModel> {
  const mujoco = await loadMujoco();
  const vfs = new mujoco.MjVFS();
  for (const [path, bytes] of files) vfs.addBuffer(path, bytes);
  const model = mujoco.MjModel.from_xml_string(xml, vfs);
  const data = new mujoco.MjData(model);
  const nameOf = (kind: { value: number }, id: number): string =>
    mujoco.mj_id2name(model, kind.value, id) ?? '';
  const { mjOBJ_BODY, mjOBJ_JOINT } = mujoco.mjtObj;
  const body = (id: number) => nameOf(mjOBJ_BODY, id);
  const idOf = (name: string) => mujoco.mj_name2id(model, mjOBJ_BODY.value, name);
  const at = (array: ArrayLike<number>, from: number, count: number) =>
    Array.from({ length: count }, (_, i) => array[from + i]);
  const geoms = Array.from({ length: model.ngeom }, (_, g): CompiledGeom => {
    const mesh = model.geom_dataid[g];
    const isMesh = TYPES[model.geom_type[g]] === 'mesh';
    return {
      body: body(model.geom_bodyid[g]),
      type: TYPES[model.geom_type[g]],
      size: at(model.geom_size, 3 * g, 3),
      contype: model.geom_contype[g],
      conaffinity: model.geom_conaffinity[g],
      vertices: isMesh
        ? at(model.mesh_vert, 3 * model.mesh_vertadr[mesh], 3 * model.mesh_vertnum[mesh])
        : null,
    };
  });
  const joints = Array.from({ length: model.njnt }, (_, j) => ({
    name: nameOf(mjOBJ_JOINT, j),
    range: rangeOf(at(model.jnt_range, 2 * j, 2)),
    body: body(model.jnt_bodyid[j]),
  }));
  const filtersParents =
    (model.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_FILTERPARENT.value) === 0;
  const excluded = new Set(at(model.exclude_signature, 0, model.nexclude));
  return {
    geoms,
    joints,
    place(values) {
      for (const [name, value] of values) {
        const joint = mujoco.mj_name2id(model, mjOBJ_JOINT.value, name);
        if (joint >= 0) data.qpos[model.jnt_qposadr[joint]] = value;
      }
      mujoco.mj_kinematics(model, data);
      return {
        body: (name) => [...at(data.xmat, 9 * idOf(name), 9), ...at(data.xpos, 3 * idOf(name), 3)],
        geom: (g) => [...at(data.geom_xmat, 9 * g, 9), ...at(data.geom_xpos, 3 * g, 3)],
        contacts(depth) {
          mujoco.mj_collision(model, data);
          const pairs: [string, string][] = [];
          for (let i = 0; i < data.ncon; i++) {
            const contact = data.contact.get(i)!;
            if (contact.dist > -depth) continue;
            pairs.push([
              body(model.geom_bodyid[contact.geom1]),
              body(model.geom_bodyid[contact.geom2]),
            ]);
          }
          return pairs;
        },
      };
    },
    areRigid: (a, b) => model.body_weldid[idOf(a)] === model.body_weldid[idOf(b)],
    tests(a, b) {
      const [p, q] = [idOf(a), idOf(b)].sort((x, y) => x - y);
      // MuJoCo's signature of two bodies: the lower one in the upper half.
      if (excluded.has((p << 16) + q)) return false;
      const weld = (id: number): number => model.body_weldid[id];
      const [v, w] = [weld(p), weld(q)];
      if (v === w) return false;
      const above = (id: number) => weld(model.body_parentid[id]);
      if (filtersParents && v !== 0 && w !== 0 && (above(v) === w || above(w) === v)) return false;
      const of = (name: string) => geoms.filter((geom) => geom.body === name);
      return of(a).some((g) =>
        of(b).some((h) => (g.contype & h.conaffinity) !== 0 || (h.contype & g.conaffinity) !== 0),
      );
    },
  };
}
