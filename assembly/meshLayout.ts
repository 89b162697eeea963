/**
 * What lies where in the search between two meshes. The lengths are bytes; src/proximity/mesh/kernelSearch.ts and
 * src/proximity/mesh/lodgedTree.ts write the same layouts.
 *
 * A tree is nodes of 256 bytes: the boxes of up to four children side by side, two to a vector. A slot is the address of
 * a child's first number; the others are behind it at fixed offsets. Children that are not there repeat the first.
 * Triangles lie in blocks of two, side by side: a triangle is an address too, and its nine numbers are 16 bytes apart.
 */

/** Fields of a slot: centre, half extents, size (of a leaf: the number of its first triangle), children or triangles, count. */
export const CX: usize = 0;
export const CY: usize = 32;
export const CZ: usize = 64;
export const HX: usize = 96;
export const HY: usize = 128;
export const HZ: usize = 160;
export const SIZE: usize = 192;
export const LINK: usize = 224;
export const COUNT: usize = 228;

/** Bytes from one number of a triangle to the next, and of a block of two triangles. */
export const STEP: usize = 16;
export const BLOCK: usize = 144;

/** Fields of a query. */
export const FRAMES: usize = 0;
export const STATE: usize = 192;
export const THRESHOLD: usize = 240;
export const POINTS: usize = 248;
/** The triangles to begin with: A's, then B's in its own frame, 16 bytes from number to number. */
export const START_A: usize = 304;
export const START_B: usize = 448;
/** Integers: triangles and contacts found, pairs of volumes and triangles tested, pairs put off. */
export const OUTCOME: usize = 592;
/** Four integers for each pair of triangles put off: address and number of A's and of B's. */
export const PUT_OFF: usize = 640;
export const MOST_PUT_OFF: i32 = 256;
/** Open pairs, 16 bytes each: squared bound, slot of A, slot of B. */
export const STACK: usize = 4736;

/** What is asked: bits. */
export const WANT_BOUND: i32 = 1;
export const ANY_BOUND: i32 = 2;
export const MEET_FIRST: i32 = 4;
export const WITH_START: i32 = 8;
