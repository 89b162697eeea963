"""Reads a cell from its files, for surepath_verify.py: URDF with STL and OBJ meshes, SRDF, cell files as JSON.

Nothing here has to be believed. What comes out is the plain model, whose digest the certificate names: a file that is read
otherwise than whoever made the certificate read it has another digest, and the certificate is rejected. So numbers are made
to the bit as docs/cell-file.md and docs/certificate-model.md have them, sines of `rpy` included (docs/proofs/sincos.md).

What is not read is said: YAML, PLY, COLLADA and glTF meshes, files of boxes, loops, couplings through points. For these there
is `surepath verify CELL --export FILE`, which writes the plain model.
"""
import hashlib
import math
import os
import re
import struct
import xml.etree.ElementTree as ElementTree

from surepath_verify import BadInput, NotSupported, Reader, compose, parse_json, read_bytes

IDENTITY_POSE = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]


def sincos_double(x):
    """Sine and cosine from + - * alone, the same doubles as those of the program that writes certificates."""
    if not abs(x) <= 1048576:
        raise NotSupported('angles beyond 2^20 in files')
    k = x * 0.6366197723675814 + 6755399441055744.0 - 6755399441055744.0
    quadrant = int(k)
    a, b = x - k * 1.5707963267341256, k * 6.077100506303966e-11
    t = a - b
    bb = a - t
    e = a - (t + bb) + (bb - b)
    rest = e - k * 2.0222662487959506e-21
    h = t + rest
    low = t - h + rest
    z = h * h
    y = z * z
    half = 0.5 * z
    s = [1 / math.factorial(n) * (-1 if n % 4 == 3 else 1) for n in range(3, 18, 2)]
    c = [1 / math.factorial(n) * (-1 if n % 4 == 2 else 1) for n in range(4, 17, 2)]
    p = s[0] + z * s[1] + y * (s[2] + z * s[3] + y * (s[4] + z * s[5] + y * (s[6] + z * s[7])))
    q = c[0] + z * c[1] + y * (c[2] + z * c[3] + y * (c[4] + z * c[5] + y * c[6]))
    w = 1 - half
    out = [0.0, 0.0]
    odd = quadrant & 1
    out[odd] = (h + (low * w + h * z * p)) * (1 - ((quadrant + 1) & 2))
    out[1 - odd] = (w + (1 - w - half + (y * q - h * low))) * (1 - (quadrant & 2))
    return out


def pose_from_rpy(rpy, xyz):
    (sr, cr), (sp, cp), (sy, cy) = (sincos_double(x) for x in rpy)
    return [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,
            sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,
            -sp, cp * sr, cp * cr] + list(xyz)


def pose_from_quaternion(q, xyz):
    length = math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    if not abs(length - 1) <= 1e-3:
        raise BadInput('a quaternion has the length %r' % length)
    x, y, z, w = (v / length for v in q)
    return [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
            2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
            2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)] + list(xyz)


def composed(p, q):
    out = compose((tuple(p[:9]), tuple(p[9:]), 0.0, 0.0), (tuple(q[:9]), tuple(q[9:]), 0.0, 0.0))
    return list(out[0]) + list(out[1])


# ---------------------------------------------------------------------------------------------------------------------
# Meshes
# ---------------------------------------------------------------------------------------------------------------------

NUMBER = re.compile(r'[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$')


def number(text, name):
    if not NUMBER.match(text):
        raise BadInput('%s: "%s" is no number' % (name, text[:40]))
    value = float(text)
    if not math.isfinite(value):
        raise BadInput('%s: %s is beyond the range of numbers' % (name, text[:40]))
    return value


def read_stl(data, name):
    """Binary if the size is what its count asks for, else ASCII. Every triangle has three vertices of its own."""
    if len(data) >= 84 and len(data) == 84 + 50 * struct.unpack_from('<I', data, 80)[0]:
        count = struct.unpack_from('<I', data, 80)[0]
        positions = [x for t in range(count) for x in struct.unpack_from('<9f', data, 84 + 50 * t + 12)]
        if not all(map(math.isfinite, positions)):
            raise BadInput('%s: a coordinate is not finite' % name)
    else:
        words = data.decode('latin-1').split()
        if not words or words[0].lower() != 'solid':
            raise BadInput('%s: this is no STL file' % name)
        positions, k = [], 0
        while k < len(words):
            if words[k].lower() == 'vertex':
                positions += [number(x, name) for x in words[k + 1:k + 4]]
                k += 3
            k += 1
        if len(positions) % 9:
            raise BadInput('%s: a facet has not three vertices' % name)
    if not positions:
        raise BadInput('%s: the file has no triangles' % name)
    return positions, list(range(len(positions) // 3))


def read_obj(data, name):
    """Vertices and faces; a face of more than three corners is a fan, as convex ones are."""
    positions, indices = [], []
    for line in data.decode('latin-1').replace('\\\n', ' ').splitlines():
        words = line.split('#', 1)[0].split()
        if not words:
            continue
        if words[0] == 'v':
            if len(words) < 4:
                raise BadInput('%s: a vertex has too few numbers' % name)
            positions += [number(x, name) for x in words[1:4]]
        elif words[0] in ('f', 'fo'):
            corners = []
            for word in words[1:]:
                if not re.match(r'[+-]?\d+(/.*)?$', word):
                    raise BadInput('%s: "%s" is no corner of a face' % (name, word[:40]))
                v = int(word.split('/')[0])
                corners.append(v - 1 if v > 0 else len(positions) // 3 + v)
            if len(corners) < 3 or any(not 0 <= v < len(positions) // 3 for v in corners):
                raise BadInput('%s: a face has too few corners, or one that is not there' % name)
            for k in range(2, len(corners)):
                indices += [corners[0], corners[k - 1], corners[k]]
        elif words[0] in ('surf', 'bsp', 'bzp', 'cdc', 'cdp', 'res', 'call', 'csh'):
            raise NotSupported('"%s" in %s' % (words[0], name))
    if not indices:
        raise BadInput('%s: the file has no triangles' % name)
    return positions, indices


def read_mesh(name, scale, swap, known={}):
    """A mesh file, scaled along its axes. A mirrored one has its triangles turned round: the two corners in `swap`."""
    data = read_bytes(name)
    key = (name, hashlib.sha256(data).digest())
    if key not in known:
        kind = name.rsplit('.', 1)[-1].lower()
        if kind not in ('stl', 'obj'):
            raise NotSupported('meshes of the kind .%s' % kind)
        known[key] = (read_stl if kind == 'stl' else read_obj)(data, name)
    positions, indices = known[key]
    if any(s == 0 or not math.isfinite(s) for s in scale):
        raise BadInput('%s: a mesh with scale 0 has no volume' % name)
    if any(s != 1 for s in scale):
        positions = [x * scale[i % 3] for i, x in enumerate(positions)]
    if scale[0] * scale[1] * scale[2] < 0:
        indices = list(indices)
        i, j = swap
        for k in range(0, len(indices), 3):
            indices[k + i], indices[k + j] = indices[k + j], indices[k + i]
    return {'kind': 'mesh', 'positions': positions, 'indices': indices}


def resolve(reference, source, packages):
    folder = os.path.dirname(source)
    if reference.startswith('file://'):
        return reference[7:]
    found = re.match(r'(?:package|model)://([^/]*)/?(.*)$', reference, re.S)
    if not found:
        return os.path.join(folder, reference)
    name, rest = found.groups()
    if name in packages:
        return os.path.join(packages[name], rest)
    up = os.path.abspath(folder)
    while True:
        for path in (os.path.join(up, name, rest), os.path.join(up, rest)):
            if os.path.isfile(path):
                return path
        if up == os.path.dirname(up):
            raise BadInput('%s: the mesh "%s" was not found' % (source, reference))
        up = os.path.dirname(up)


# ---------------------------------------------------------------------------------------------------------------------
# URDF and SRDF
# ---------------------------------------------------------------------------------------------------------------------

def read_xml(name, what):
    data = read_bytes(name)
    if b'<!DOCTYPE' in data or b'<!ENTITY' in data:
        raise BadInput('%s: a document type is not read' % name)
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise BadInput('%s: %s' % (name, error))
    if root.tag != 'robot':
        raise BadInput('%s: %s begins with <robot>' % (name, what))
    return root


class UrdfReader:
    def __init__(self, name, packages, tested):
        self.name, self.packages, self.tested = name, packages, tested

    def read(self):
        root = read_xml(self.name, 'a URDF')
        links, joints = {}, {}
        for element in root.findall('link'):
            links[self.attribute(element, 'name', links)] = self.link(element)
        for element in root.findall('joint'):
            joints[self.attribute(element, 'name', joints)] = self.joint(element)
        above = {j['child']: j for j in joints.values()}
        below = {}
        for j in joints.values():
            if j['parent'] not in links or j['child'] not in links or above[j['child']] is not j:
                raise BadInput('%s: the links of joint "%s" are not a tree' % (self.name, j['name']))
            below.setdefault(j['parent'], []).append(j)
        roots = [name for name in links if name not in above]
        if len(roots) != 1:
            raise BadInput('%s: a robot is one tree' % self.name)
        order, stack = [], [(roots[0], None)]
        while stack:
            link, joint = stack.pop()
            order.append((link, joint))
            stack += [(j['child'], j) for j in reversed(below.get(link, []))]
        if len(order) != len(links):
            raise BadInput('%s: links hang on each other in a circle' % self.name)
        return {'name': root.get('name') or '', 'links': [links[link] for link, _ in order], 'joints': [j for _, j in order[1:]]}

    def attribute(self, element, key, known=None):
        value = element.get(key)
        if value is None:
            raise BadInput('%s: <%s> lacks "%s"' % (self.name, element.tag, key))
        if known is not None and value in known:
            raise BadInput('%s: "%s" is there twice' % (self.name, value))
        return value

    def numbers(self, element, key, count, default=None):
        text = element.get(key)
        if text is None and default is not None:
            return list(default)
        values = [number(x, self.name) for x in self.attribute(element, key).split()]
        if len(values) != count:
            raise BadInput('%s: "%s" of <%s> has %d numbers, expected %d' % (self.name, key, element.tag, len(values), count))
        return values

    def origin(self, element):
        origin = element.find('origin')
        if origin is None:
            return list(IDENTITY_POSE)
        return pose_from_rpy(self.numbers(origin, 'rpy', 3, [0.0] * 3), self.numbers(origin, 'xyz', 3, [0.0] * 3))

    def link(self, element):
        name = element.get('name')
        own, looks = element.findall('collision'), element.findall('visual')
        only = not own and bool(looks)
        tested = only and self.tested(name)
        return {'name': name, 'collisions': [self.part(x) for x in (looks if tested else own)],
                'visualOnly': ('tested' if tested else 'ignored') if only else ''}

    def part(self, element):
        geometry = element.find('geometry')
        if geometry is None or len(geometry) != 1:
            raise BadInput('%s: <%s> needs one shape' % (self.name, element.tag))
        shape = geometry[0]
        kind = shape.tag
        if kind == 'mesh':
            scale = [number(x, self.name) for x in (shape.get('scale') or '1 1 1').split()]
            scale = scale * 3 if len(scale) == 1 else scale
            found = read_mesh(resolve(self.attribute(shape, 'filename'), self.name, self.packages), scale, (1, 2))
        elif kind == 'box':
            found = {'kind': kind, 'half': [x / 2 for x in self.numbers(shape, 'size', 3)]}
        elif kind == 'sphere':
            found = {'kind': kind, 'radius': self.numbers(shape, 'radius', 1)[0]}
        elif kind in ('cylinder', 'capsule', 'cone'):
            found = {'kind': kind, 'radius': self.numbers(shape, 'radius', 1)[0], 'length': self.numbers(shape, 'length', 1)[0]}
        elif kind == 'ellipsoid':
            radii = self.numbers(shape, 'radii', 3) if shape.get('radii') else [self.numbers(shape, k, 1)[0] for k in 'abc']
            found = {'kind': kind, 'radii': radii}
        else:
            raise NotSupported('<%s> in %s' % (kind, self.name))
        return {'pose': self.origin(element), 'geometry': found}

    def joint(self, element):
        name, kind = element.get('name'), self.attribute(element, 'type')
        ends = [element.find('parent'), element.find('child')]
        if None in ends:
            raise BadInput('%s: joint "%s" lacks a parent or a child' % (self.name, name))
        axis, limit, mimic = element.find('axis'), element.find('limit'), element.find('mimic')
        direction = [1.0, 0.0, 0.0]
        if axis is not None and kind not in ('fixed', 'floating'):
            v = self.numbers(axis, 'xyz', 3)
            largest = max(abs(x) for x in v)
            if largest == 0:
                raise BadInput('%s: the axis of joint "%s" is zero' % (self.name, name))
            v = [x / largest for x in v]
            # The length with what each sum loses carried along: the same double as that of ECMAScript's engines.
            total = lost = 0.0
            for x in v:
                part = x * x - lost
                more = total + part
                lost = (more - total) - part
                total = more
            direction = [x / math.sqrt(total) for x in v]
        limits = None
        if kind in ('revolute', 'prismatic'):
            if limit is None:
                raise BadInput('%s: joint "%s" has no limits' % (self.name, name))
            limits = [self.numbers(limit, 'lower', 1, [0.0])[0], self.numbers(limit, 'upper', 1, [0.0])[0]]
        follows = None
        if mimic is not None and kind != 'fixed':
            follows = [self.attribute(mimic, 'joint'), self.numbers(mimic, 'multiplier', 1, [1.0])[0],
                       self.numbers(mimic, 'offset', 1, [0.0])[0]]
        return {'name': name, 'kind': kind, 'parent': self.attribute(ends[0], 'link'), 'child': self.attribute(ends[1], 'link'),
                'origin': self.origin(element), 'axis': direction, 'limits': limits, 'mimic': follows}


def read_srdf(name, robot):
    """Disabled pairs and virtual joints."""
    root = read_xml(name, 'an SRDF')
    links = [link['name'] for link in robot['links']]
    pairs = {}

    def ends(element):
        return [element.get(key, '') for key in ('link1', 'link2')]

    for element in root.findall('disable_collisions'):
        a, b = ends(element)
        if a in links and b in links and a != b:
            pairs.setdefault(frozenset((a, b)), [a, b, element.get('reason') or ''])
    enabled = {frozenset(ends(element)) for element in root.findall('enable_collisions')}
    for element in root.findall('disable_default_collisions'):
        a = element.get('link')
        for b in links if a in links else ():
            key = frozenset((a, b))
            if a != b and key not in enabled:
                pairs.setdefault(key, [a, b, 'disable_default_collisions'])
    virtual = [[x.get('name', ''), x.get('type', ''), x.get('parent_frame', ''), x.get('child_link', '')]
               for x in root.findall('virtual_joint') if x.get('child_link') in links]
    return list(pairs.values()), virtual


# ---------------------------------------------------------------------------------------------------------------------
# Cell files
# ---------------------------------------------------------------------------------------------------------------------

ROBOT_KEYS = ('name', 'srdf', 'packages', 'base', 'base_joint', 'joints', 'couplings', 'loops', 'padding', 'scale', 'tracking',
              'limits', 'attached', 'surfaces', 'solids', 'visual')


def robot_from(description, name=''):
    return {'name': name, 'links': description['links'], 'joints': description['joints'], 'disabled': [], 'virtual': [],
            'base': list(IDENTITY_POSE), 'baseJoint': 'fixed', 'held': {}, 'couplings': {}, 'padding': {}, 'scale': {},
            'tracking': {}, 'attached': [], 'surfaces': [], 'solids': []}


class CellReader(Reader):
    def path(self, reference):
        return os.path.join(os.path.dirname(self.name), reference)

    def read(self, root):
        cell = self.obj(root, 'a cell', ('surepath', 'robots'), ('obstacles', 'clearance', 'allow', 'allow_nothing', 'state'))
        if cell['surepath'] != 1:
            raise BadInput('%s: this is version %r of a cell file; 1 is understood' % (self.name, cell['surepath']))
        clearance = self.obj(cell.get('clearance', {}), 'clearance', (), ('default', 'pairs'))
        pairs = [self.obj(p, 'a pair', ('between', 'distance')) for p in self.list(clearance.get('pairs', []), 'pairs')]
        return {
            'robots': [self.robot(r) for r in self.list(cell['robots'], 'robots')],
            'obstacles': [self.obstacle(o) for o in self.list(cell.get('obstacles', []), 'obstacles')],
            'clearance': self.num(clearance.get('default', 0), 'a clearance'),
            'clearances': [{'between': self.texts(p['between'], 'a pair'), 'distance': self.num(p['distance'], 'a clearance')}
                           for p in pairs],
            'allow': [self.allowed(p) for p in self.list(cell.get('allow', []), 'allow')],
            'allowNothing': self.flag(cell.get('allow_nothing', False), 'allow_nothing'),
        }

    def allowed(self, p):
        if isinstance(p, dict):
            self.obj(p, 'an allowed pair', ('between',), ('reason',))
            return {'between': self.texts(self.list(p['between'], 'a pair', 2), 'a pair'),
                    'reason': self.text(p.get('reason', 'allowed by the cell file'), 'a reason')}
        return {'between': self.texts(self.list(p, 'a pair', 2), 'a pair'), 'reason': 'allowed by the cell file'}

    def robot(self, r):
        self.obj(r, 'a robot', ('urdf',), ROBOT_KEYS)
        if r.get('loops'):
            raise NotSupported('loops; export the model')
        packages = {k: self.path(self.text(v, 'a folder')) for k, v in self.mapping(r.get('packages', {}), 'packages').items()}
        visual = r.get('visual', 'ignore')
        rule = visual if isinstance(visual, dict) else {'default': self.text(visual, 'visual')}

        def tested(link):
            return rule.get(link, rule.get('default', 'ignore')) == 'collide'

        description = UrdfReader(self.path(self.text(r['urdf'], 'urdf')), packages, tested).read()
        robot = robot_from(description, self.text(r.get('name', ''), 'a name'))
        if 'srdf' in r:
            robot['disabled'], robot['virtual'] = read_srdf(self.path(self.text(r['srdf'], 'srdf')), description)
        robot['base'], robot['baseJoint'] = self.pose(r.get('base')), self.text(r.get('base_joint', 'fixed'), 'base_joint')
        robot['held'] = {k: self.nums(v, 'a joint') if isinstance(v, list) else [self.num(v, 'a joint')]
                         for k, v in self.mapping(r.get('joints', {}), 'joints').items()}
        robot['couplings'] = {k: self.coupling(v) for k, v in self.mapping(r.get('couplings', {}), 'couplings').items()}
        for key in ('padding', 'scale', 'tracking'):
            robot[key] = {k: self.num(v, key) for k, v in self.mapping(r.get(key, {}), key).items()}
        for key in ('surfaces', 'solids'):
            robot[key] = self.texts(r.get(key, []), key)
        for one in self.list(r.get('attached', []), 'attached'):
            self.obj(one, 'an attached object', ('name', 'link'), ('shape', 'parts', 'pose', 'touches'))
            made = self.object(one)
            robot['attached'].append({
                'name': self.text(one['name'], 'a name'), 'link': self.text(one['link'], 'a link'),
                'parts': [dict(part, pose=composed(made['pose'], part['pose'])) for part in made['parts']],
                'touches': self.texts(one.get('touches', []), 'touches'), 'solid': made['solid'], 'mustBeSolid': made['mustBeSolid']})
        return robot

    def mapping(self, value, where):
        if not isinstance(value, dict):
            raise BadInput('%s: %s must be an object' % (self.name, where))
        return value

    def coupling(self, x):
        self.obj(x, 'a coupling', ('joint',), ('multiplier', 'offset', 'law', 'points', 'rate', 'periodic', 'turns'))
        if 'points' in x:
            raise NotSupported('couplings through points; export the model')
        law = x.get('law')
        if law is not None:
            self.obj(law, 'a law', ('at', 'values', 'slopes'), ('periodic', 'deviation'))
            law = {'at': self.nums(law['at'], 'a law'), 'values': self.nums(law['values'], 'a law'),
                   'slopes': self.nums(law['slopes'], 'a law', 2), 'periodic': self.flag(law.get('periodic', False), 'a law'),
                   'deviation': self.num(law.get('deviation', 0), 'a law')}
        return {'joint': self.text(x['joint'], 'a joint'), 'multiplier': self.num(x.get('multiplier', 1), 'a coupling'),
                'offset': self.num(x.get('offset', 0), 'a coupling'), 'law': law}

    def pose(self, p):
        if p is None:
            return list(IDENTITY_POSE)
        self.obj(p, 'a pose', (), ('xyz', 'rpy', 'quaternion'))
        xyz = self.nums(p.get('xyz', [0, 0, 0]), 'xyz', 3)
        if 'quaternion' in p:
            if 'rpy' in p:
                raise BadInput('%s: a pose has rpy or quaternion, not both' % self.name)
            return pose_from_quaternion(self.nums(p['quaternion'], 'a quaternion', 4), xyz)
        return pose_from_rpy(self.nums(p.get('rpy', [0, 0, 0]), 'rpy', 3), xyz)

    def obstacle(self, o):
        self.obj(o, 'an obstacle', ('name',), ('shape', 'parts', 'pose', 'boxes'))
        if 'boxes' in o:
            raise NotSupported('files of boxes; export the model')
        return dict(self.object(o), name=self.text(o['name'], 'a name'))

    def object(self, o):
        if ('shape' in o) == ('parts' in o):
            raise BadInput('%s: an object has shape or parts' % self.name)
        parts, said = [], []
        for part in [{'shape': o['shape']}] if 'shape' in o else self.list(o['parts'], 'parts'):
            self.obj(part, 'a part', ('shape',), ('pose',))
            shape, solid = self.shape(part['shape'])
            parts.append({'pose': self.pose(part.get('pose')), 'geometry': shape})
            if shape['kind'] == 'mesh':
                said.append(solid)
        if len(set(said)) > 1 or not parts:
            raise BadInput('%s: an object has shapes, and its meshes all say the same of being solid' % self.name)
        solid = said[0] if said else None
        return {'pose': self.pose(o.get('pose')), 'parts': parts, 'solid': solid is not False, 'mustBeSolid': solid is True}

    def shape(self, s):
        kinds = ('box', 'sphere', 'cylinder', 'capsule', 'cone', 'ellipsoid', 'half_space', 'plane', 'hull', 'mesh')
        self.obj(s, 'a shape', (), kinds + ('scale', 'solid'))
        found = [kind for kind in kinds if kind in s]
        if len(found) != 1 or (found[0] != 'mesh' and ('scale' in s or 'solid' in s)):
            raise BadInput('%s: a shape has one kind; scale and solid are for meshes' % self.name)
        kind, given = found[0], s[found[0]]
        if kind == 'mesh':
            scale = s.get('scale', 1)
            scale = self.nums(scale, 'scale', 3) if isinstance(scale, list) else [self.num(scale, 'scale')] * 3
            solid = None if 'solid' not in s else self.flag(s['solid'], 'solid')
            return read_mesh(self.path(self.text(given, 'mesh')), scale, (0, 1)), solid
        if kind == 'box':
            return {'kind': kind, 'half': [x / 2 for x in self.nums(given, 'box', 3)]}, None
        if kind == 'hull':
            return {'kind': kind, 'positions': [x for p in self.list(given, 'hull') for x in self.nums(p, 'a point', 3)]}, None
        if kind in ('half_space', 'plane'):
            self.obj(given, 'a half-space', ('normal',), ('offset',))
            n = self.nums(given['normal'], 'a normal', 3)
            length = math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
            if not 1e-100 < length < 1e100:
                raise BadInput('%s: a normal has no direction' % self.name)
            return {'kind': 'half-space', 'normal': [x / length for x in n],
                    'offset': self.num(given.get('offset', 0), 'an offset') / length}, None
        if kind == 'ellipsoid':
            return {'kind': kind, 'radii': self.nums(self.obj(given, 'an ellipsoid', ('radii',))['radii'], 'radii', 3)}, None
        keys = ('radius',) if kind == 'sphere' else ('radius', 'length')
        self.obj(given, 'a %s' % kind, keys)
        return dict({'kind': kind}, **{key: self.num(given[key], key) for key in keys}), None


def read_files(name, srdf=None, packages=None):
    """The model of a cell file as JSON, or of a URDF with an SRDF or without."""
    data = read_bytes(name).lstrip(b'\xef\xbb\xbf \t\r\n')
    if data.startswith(b'{'):
        return CellReader(name).read(parse_json(read_bytes(name), name))
    if not data.startswith(b'<'):
        raise BadInput('%s: a cell is read as JSON or URDF; of any other "surepath verify CELL --export FILE" makes the plain model' % name)
    description = UrdfReader(name, packages or {}, lambda link: False).read()
    robot = robot_from(description)
    if srdf:
        robot['disabled'], robot['virtual'] = read_srdf(srdf, description)
    return {'robots': [robot], 'obstacles': [], 'clearance': 0.0, 'clearances': [], 'allow': [], 'allowNothing': False}
