export { type ReadMeshOptions, readMesh } from './mesh.ts';
export type { MeshFile, MeshFormat, MeshGroup } from './meshFile.ts';
export { readObj } from './obj.ts';
export { readPly } from './ply.ts';
export type { PlyEncoding } from './plyHeader.ts';
export { readStl } from './stl.ts';
export { writeObj, writePly, writeStl } from './write.ts';
