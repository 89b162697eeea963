/**
 * Where things are for the kernels of hulls: what src/proximity/convex/workspace.ts and lodgedTable.ts say, in numbers.
 * test/proximity/convex/kernel.test.ts compares them.
 */

// A workspace: places of its doubles, and of its integers behind them.
export const POINTS_A = 12;
export const POINTS_B = 24;
export const NEEDED = 66;
export const TOLERANCE = 67;
export const DIRECTION = 68;
export const GAP_LOWER = 71;
export const DISTANCE_UPPER = 72;
export const POINT_A = 73;
export const POINT_B = 76;
export const ROUNDING = 79;
export const APPROACH = 80;
export const NUMBERS = 95;
export const MAX_ITERATIONS = 0;
export const WARM = 1;
export const WITNESS = 2;
export const ITERATIONS = 3;
export const PROVE = 4;

// What a query says, and what it leaves for TypeScript to do (src/proximity/convex/gjkEnd.ts).
export const APART = 0;
export const UNRESOLVED = 2;
export const CAREFULLY = 3;
export const ANEW = 4;
export const CORNERS = 8;

// A lodged table: places of its doubles, its index behind them, and how a list is written there.
export const SCALE = 0;
export const HALF = 1;
export const SIDE = 2;
export const RADIUS = 3;
export const CENTRE = 4;
export const CORE = 7;
export const BLOCKS = 10;
export const INDEX = 12;
export const BLOCK = 96;
export const ROW = 32;
export const MORE_BITS = 12;
