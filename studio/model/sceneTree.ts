/** The bodies of a cell as a tree: robots with their links and what is attached to them, then obstacles, each world as one. */
import type { OpenedCell } from '../engine/protocol.ts';

export interface TreeRow {
  /** A branch, or a body. */
  readonly kind: 'robot' | 'obstacles' | 'link' | 'attached' | 'obstacle' | 'world';
  /** As shown. */
  readonly text: string;
  /** 0 for branches. */
  readonly depth: number;
  /** Names of the bodies that its eye stands for. */
  readonly names: readonly string[];
  /** Number among the obstacles, or null. */
  readonly obstacle: number | null;
  /** What one folds by; empty for bodies. */
  readonly branch: string;
  /** Of a world: its cells, points or columns. */
  readonly members?: number;
}

interface Branch {
  readonly key: string;
  readonly row: Omit<TreeRow, 'names'>;
  readonly rows: TreeRow[];
}

/** All rows, folded or not. Links that are drawn and not checked are among them. */
export function treeRows(cell: OpenedCell): readonly Branch[] {
  const branches: Branch[] = cell.description.robots.map(({ name, robot }) => {
    const key = `robot ${name}`;
    const text = name || robot.name || 'robot';
    return { key, row: branchRow('robot', text, key), rows: [] };
  });
  const byRobot = new Map(cell.description.robots.map(({ name }, i) => [name, branches[i]]));
  const obstacles: Branch = {
    key: 'obstacles',
    row: branchRow('obstacles', 'Obstacles', 'obstacles'),
    rows: [],
  };
  const known = new Set<string>();
  for (const { name, kind, owner, obstacle } of cell.bodies) {
    const branch = kind === 'obstacle' ? obstacles : (byRobot.get(owner) ?? branches[0]);
    if (!branch) continue;
    known.add(name);
    const isScoped = owner !== '' && name.startsWith(`${owner}/`);
    const text = isScoped ? name.slice(owner.length + 1) : name;
    branch.rows.push({ kind, text, depth: 1, names: [name], obstacle, branch: '' });
  }
  cell.description.robots.forEach(({ name: robot, robot: { links } }, i) => {
    for (const link of links) {
      const name = robot === '' ? link.name : `${robot}/${link.name}`;
      if (known.has(name)) continue;
      const row = { kind: 'link', text: link.name, depth: 1, obstacle: null, branch: '' } as const;
      branches[i].rows.push({ ...row, names: [name] });
    }
  });
  for (const { name, centres } of cell.description.sets ?? []) {
    const row = { kind: 'world', text: name, depth: 1, obstacle: null, branch: '' } as const;
    obstacles.rows.push({ ...row, names: [name], members: centres.length / 3 });
  }
  return [...branches, obstacles].filter(({ rows }) => rows.length > 0);
}

function branchRow(kind: 'robot' | 'obstacles', text: string, branch: string) {
  return { kind, text, depth: 0, obstacle: null, branch };
}

/** The rows that are shown: of branches that are not folded, or all that have the words in their names. */
export function shownRows(
  branches: readonly Branch[],
  folded: ReadonlySet<string>,
  search: string,
): TreeRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return branches.flatMap(({ row, rows }) => {
    const names = rows.flatMap((each) => each.names);
    if (words.length === 0) {
      return [{ ...row, names }, ...(folded.has(row.branch) ? [] : rows)];
    }
    const found = rows.filter(({ names: [name] }) => {
      const text = name.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    // The eye of a branch that is searched stands for what was found.
    const own = found.flatMap((each) => each.names);
    return found.length > 0 ? [{ ...row, names: own }, ...found] : [];
  });
}

/** Hides these, or shows them again if all are hidden. */
export function toggled(hidden: ReadonlySet<string>, names: readonly string[]): Set<string> {
  const next = new Set(hidden);
  const areHidden = names.every((name) => hidden.has(name));
  for (const name of names) {
    if (areHidden) next.delete(name);
    else next.add(name);
  }
  return next;
}
