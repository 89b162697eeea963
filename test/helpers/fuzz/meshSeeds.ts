/** Small files of every mesh format, to be damaged. */
import { writeGlb, writeObj, writePly, writeStl } from '../../../src/formats/index.ts';

const encoder = new TextEncoder();
export const utf8 = (text: string): Uint8Array => encoder.encode(text);

/** A tetrahedron. */
export const TETRAHEDRON = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
};

const FACET =
  'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 1e-3\nvertex 0 1 0.25\nendloop\nendfacet\n';

export const TEXT_STL = utf8(`solid a b\n${FACET}${FACET}endsolid a b\nsolid\n${FACET}endsolid\n`);
export const BINARY_STL = writeStl(TETRAHEDRON);

export const OBJ = utf8(
  '# cube\nmtllib a.mtl\no cube\nusemtl red\nv 0 0 0\nv 1 0 0 1\nv 1 1 0 1 0 0\nv 0 1 0\nv 0.5 0.25 -1e-3\n' +
    'vn 0 0 1\nvt 0 1\ng top\nf 1 2 3 4\nf 1/1 2/1/1 5//1\nl 1 2\nf -1 -2 \\\n -3\ng bottom\nf 1 2 5 3 4\n',
);
export const PLAIN_OBJ = utf8(writeObj(TETRAHEDRON));
export const MTL = utf8(
  'newmtl red\nKd 1 0 0\nd 0.5\nnewmtl blue\nKd 0 0 1\nTr 0.25\nmap_Kd a.png\n',
);

export const TEXT_PLY = utf8(
  'ply\nformat ascii 1.0\ncomment made up\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n' +
    'property uchar red\nelement face 2\nproperty list uchar int vertex_index\nproperty list int int k\n' +
    'element edge 1\nproperty int a\nend_header\n0 0 0 1\n1 0 0 2\n1 1 0 3\n0 1 0 4\n4 0 1 2 3 0\n3 0 1 2 2 7 7\n5\n',
);
export const LITTLE_PLY = writePly(TETRAHEDRON, 'binary_little_endian');
export const BIG_PLY = writePly(TETRAHEDRON, 'binary_big_endian');

const SOURCE =
  '<source id="p"><float_array id="a" count="12">0 0 0 1 0 0 1 1 0 0 1 0</float_array><technique_common>' +
  '<accessor source="#a" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>' +
  '<param name="Z" type="float"/></accessor></technique_common></source>' +
  '<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>';
const VERTEX = '<input semantic="VERTEX" source="#v" offset="0"/>';

/** The same with other names. */
const renamed = (text: string) => text.replace(/(id="|"#)([apv])"/g, '$1$2$2"');
const OTHER = renamed(SOURCE);
const OTHER_VERTEX = renamed(VERTEX);

export const COLLADA = utf8(
  `<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="inch" meter="0.0254"/><up_axis>Y_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="t"><phong><diffuse><color>1 0 0 1</color></diffuse></phong></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries>
<geometry id="g"><mesh>${SOURCE}<triangles count="2" material="m">${VERTEX}<p>0 1 2 0 2 3</p></triangles></mesh></geometry>
<geometry id="h"><mesh>${OTHER}<polylist count="2">${OTHER_VERTEX}<vcount>3 3</vcount><p>0 1 2 0 2 3</p></polylist>
<tristrips count="1">${OTHER_VERTEX}<p>0 1 3 2</p></tristrips><polygons count="1">${OTHER_VERTEX}<p>0 1 2 3</p></polygons></mesh></geometry>
</library_geometries>
<library_nodes><node id="n"><scale>1 2 3</scale><instance_geometry url="#h"/></node></library_nodes>
<library_visual_scenes><visual_scene id="s">
<node><matrix>1 0 0 0.5 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="m" target="#m"/></technique_common></bind_material></instance_geometry>
<node><translate>0 0 1</translate><rotate>0 0 1 90</rotate><instance_node url="#n"/></node></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
`,
);

const POSITIONS = Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0).buffer);
const INDICES = Buffer.from(Uint16Array.of(0, 1, 2, 0, 2, 3).buffer);
const DATA = Buffer.concat([POSITIONS, INDICES]);

/** Nodes in nodes, a sparse accessor, a quantised one, strips, colours. */
export const GLTF_TREE = {
  asset: { version: '2.0' },
  extensionsUsed: ['KHR_mesh_quantization'],
  extensionsRequired: ['KHR_mesh_quantization'],
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [
    { mesh: 0, children: [1], translation: [1, 2, 3], rotation: [0, 0, 0, 1], scale: [1, 1, 2] },
    { mesh: 1, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] },
  ],
  materials: [{ pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } }],
  meshes: [
    { primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] },
    { primitives: [{ attributes: { POSITION: 2 }, mode: 5 }] },
  ],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
    { bufferView: 1, componentType: 5123, count: 6, type: 'SCALAR' },
    {
      bufferView: 0,
      byteOffset: 0,
      componentType: 5126,
      count: 4,
      type: 'VEC3',
      sparse: {
        count: 1,
        indices: { bufferView: 1, componentType: 5123, byteOffset: 2 },
        values: { bufferView: 0, byteOffset: 12 },
      },
    },
  ],
  bufferViews: [
    { buffer: 0, byteLength: 48, byteStride: 12 },
    { buffer: 0, byteOffset: 48, byteLength: 12 },
  ],
  buffers: [
    {
      byteLength: DATA.length,
      uri: `data:application/octet-stream;base64,${DATA.toString('base64')}`,
    },
  ],
};
export const GLB = writeGlb(TETRAHEDRON);
