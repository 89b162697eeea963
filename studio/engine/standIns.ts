/**
 * The smallest files of each kind: read in place of missing ones, only to find out what else is missing.
 * Nothing that was read this way is kept.
 */

import { writeGlb, writeObj, writePly, writeStl } from '../../src/formats/index.ts';
import { encodeUtf8 } from '../../src/math/index.ts';

const TRIANGLE = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  indices: Uint32Array.of(0, 1, 2),
};

const COLLADA = `<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="1"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common>
<accessor source="#a" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node></visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`;

/** Three corners as float32, in base64. */
const GLTF = JSON.stringify({
  asset: { version: '2.0' },
  buffers: [
    {
      byteLength: 36,
      uri: 'data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA',
    },
  ],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  nodes: [{ mesh: 0 }],
  scenes: [{ nodes: [0] }],
  scene: 0,
});

/** A file that a reader takes for one of this name; undefined where there is none so simple. */
export function standInFor(path: string): Uint8Array | undefined {
  switch (/\.([^./]*)$/.exec(path)?.[1].toLowerCase()) {
    case 'stl':
      return writeStl(TRIANGLE);
    case 'obj':
      return encodeUtf8(writeObj(TRIANGLE));
    case 'ply':
      return writePly(TRIANGLE);
    case 'glb':
      return writeGlb(TRIANGLE);
    case 'gltf':
      return encodeUtf8(GLTF);
    case 'dae':
      return encodeUtf8(COLLADA);
    case 'urdf':
    case 'xml':
    case 'xacro':
      return encodeUtf8('<robot name="missing"><link name="missing"/></robot>');
    case 'srdf':
      return encodeUtf8('<robot name="missing"/>');
    default:
      return undefined;
  }
}
