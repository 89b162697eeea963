#!/usr/bin/env python3
"""Verifies a Surepath certificate: a second verifier, written from docs/certificate.md, sharing no code with the first.

    python3 surepath_verify.py CERTIFICATE CELL [--path PATH] [--clearance M] [--srdf FILE] [--packages NAME=DIR] [--json]
    python3 surepath_verify.py --batch FILE          (JSON lines {"certificate", "cell"}; - is standard input)

CELL is an exported model (`surepath verify --export`, docs/certificate-model.md), a cell file as JSON, or a URDF.
Exit code: 0 verified, 1 rejected, 2 bad input, 3 not supported. Nothing but 0 says that the path is free.

Why an answer "verified" is a proof
-----------------------------------
The cell is read anew; its digest, bodies, pairs and assumptions are derived here and compared with the file. Where the file is about
the cell with more asked of it, that model is derived here, too, and must ask for at least as much (`require_dominance`).

A number that is not exact is a ball: a double and a bound of how far the true number is from it. u is 2^-53. Bounds
are sums and products of positive numbers, multiplied by UP, which is more than what fewer than 1000 roundings take away.
 * Sine and cosine: integers with 100 or more binary digits, Taylor's series with the rest counted (`sincos`).
 * A pose is a rotation and an origin as doubles, with bounds of the errors of both in the spectral and the Euclidean
   norm. Products add errors and roundings (`compose`). Placements stand for the nearest rotation, as the page says.
 * Signs that containment and joins need are decided with fractions.

One slab, from `lo` to `hi`, along n. For points x of A and y of B, f(s) = n.(y(s) - x(s)) has a second derivative of at
most M. Between two moments a and b a function is nowhere below its chord by more than M (b - a)^2 / 8, so
    f(s) >= min(f(a), f(b)) - M (b - a)^2 / 8.
f(a) and f(b) are projections of the true sections, placed at these moments (`Prover.gap`); M is the sum over the joints
between the common ancestor and the body of the page's M2, with distances from axes that hold from a to b (`Prover.bend`).
Where that is not enough the interval is halved, for as long as both ends hold. Neither speeds, nor accelerations at a
moment, nor third derivatives are used: what has to be trusted is another argument than that of the first verifier.
Joints that stray carry points by at most the sum of tolerance times distance from the axis; that is added to the need.

A glance is a slab of whole bodies along a direction that is looked for here; a sweep is six sides of slabs.
Slabs fill elements x elements x time, compared exactly (`covered`). Then surfaces never come closer than is needed, and
one look at the beginning of each segment is enough for what could be inside of what (`Solid`): the computed place
of a vertex is off by less than a margin which is part of the need.

A certificate of delays is a list of such certificates, each for the path with the offsets in the middle of a range, with
joints that stray by half of its width times their largest rates (`Delays`); the ranges leave no offset out.

Costs: for each slab some projections of its sections, for each glance and pair that no slab covers some of whole bodies.
"""
import argparse
import copy
import hashlib
import json
import math
import os
import re
import struct
import sys
import time
from fractions import Fraction

U = 2.0 ** -53
UP = 1.0 + 2.0 ** -40      # more than 1000 roundings up
TINY = 1e-290              # more than underflow takes away
UNDERFLOW = 1e-300         # the same of one polynomial, in docs/certificate.md, Joins
INF = float('inf')
STEPS = 6000               # moments that one slab may take before it counts as not shown


class Rejected(Exception):
    """The certificate is no proof. `place`: pair, segment, slab."""

    def __init__(self, code, message, **place):
        super().__init__(message)
        self.code, self.message, self.place = code, message, place


class BadInput(Exception):
    """A file that cannot be read as what it should be."""


class NotSupported(Exception):
    """Something that this program does not know how to verify."""


# ---------------------------------------------------------------------------------------------------------------------
# Files: strict JSON
# ---------------------------------------------------------------------------------------------------------------------

def read_bytes(name):
    try:
        with open(name, 'rb') as file:
            return file.read()
    except OSError as error:
        raise BadInput('%s: %s' % (name, error.strerror or 'cannot be read'))


BYTE_ORDER_MARK = b'\xef\xbb\xbf'
LONE_SURROGATE = re.compile('[\ud800-\udfff]')


def parse_json(data, name):
    """JSON with every key once, finite numbers, well-formed text and nothing after the end; one byte order mark before it is passed
    over. Integers that are written -0 are -0.0."""
    def well_formed(value):
        if isinstance(value, str):
            if LONE_SURROGATE.search(value):
                raise BadInput('%s: the text %s has a lone surrogate, half of a character' % (name, ascii(value[:60])))
        elif isinstance(value, list):
            for item in value:
                well_formed(item)
        return value

    def pairs(items):
        found = {}
        for key, value in items:
            well_formed(key)
            well_formed(value)
            if key in found:
                raise BadInput('%s: the key "%s" occurs twice' % (name, key[:80]))
            found[key] = value
        return found

    def number(text):
        value = float(text)
        if not math.isfinite(value):
            raise BadInput('%s: %s is beyond the range of numbers' % (name, text[:40]))
        return value

    def integer(text):
        if text == '-0':
            return -0.0
        return int(text) if len(text) < 16 else number(text)

    def constant(text):
        raise BadInput('%s: %s is no number' % (name, text))

    try:
        return well_formed(json.loads(data.decode('utf-8-sig'), object_pairs_hook=pairs, parse_float=number,
                                      parse_int=integer, parse_constant=constant))
    except UnicodeDecodeError:
        raise BadInput('%s: this is no text in UTF-8' % name)
    except RecursionError:
        raise BadInput('%s: lists are nested too deeply' % name)
    except ValueError as error:
        raise BadInput('%s: %s' % (name, error))


def fail(name, where, what):
    raise BadInput('%s: %s must be %s' % (name, where, what))


MOST_WHOLE = 2 ** 53 - 1


class Reader:
    """Typed access to parsed JSON: what has another type is bad input, with its place."""

    def __init__(self, name):
        self.name = name

    def obj(self, value, where, required, optional=()):
        if not isinstance(value, dict):
            fail(self.name, where, 'an object')
        for key in value:
            if key not in required and key not in optional:
                raise BadInput('%s: %s has the key "%s", which is not known' % (self.name, where, key[:80]))
        for key in required:
            if key not in value:
                raise BadInput('%s: %s lacks the key "%s"' % (self.name, where, key))
        return value

    def list(self, value, where, length=None):
        if not isinstance(value, list) or (length is not None and len(value) != length):
            fail(self.name, where, 'a list' if length is None else 'a list of %d' % length)
        return value

    def text(self, value, where):
        if not isinstance(value, str):
            fail(self.name, where, 'a text')
        return value

    def flag(self, value, where):
        if not isinstance(value, bool):
            fail(self.name, where, 'true or false')
        return value

    def num(self, value, where):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            fail(self.name, where, 'a number')
        return float(value)

    def int(self, value, where, low=0):
        """As docs/certificate.md has it: 1, 1.0 and 1e0 are whole numbers, -0 is none, nor is one beyond 2^53 - 1."""
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= MOST_WHOLE \
                or value != int(value) or (value == 0 and math.copysign(1.0, value) < 0):
            fail(self.name, where, 'a whole number of at least %d' % low)
        return int(value)

    def nums(self, value, where, length=None):
        return [self.num(x, where) for x in self.list(value, where, length)]

    def ints(self, value, where, length=None):
        return [self.int(x, where) for x in self.list(value, where, length)]

    def texts(self, value, where):
        return [self.text(x, where) for x in self.list(value, where)]


# ---------------------------------------------------------------------------------------------------------------------
# Sine, cosine, angles: integers that stand for n / 2^bits
# ---------------------------------------------------------------------------------------------------------------------

def _arctan_inverse(n, bits):
    """atan(1/n) by its series, each term cut off: off by less than one unit a term."""
    total, power, k = 0, (1 << bits) // n, 0
    while power:
        total += (-power if k & 1 else power) // (2 * k + 1)
        power //= n * n
        k += 1
    return total


PI_BITS = 512
# Machin's formula. 64 digits more than are kept make up for what is cut off.
PI = (4 * (4 * _arctan_inverse(5, PI_BITS + 64) - _arctan_inverse(239, PI_BITS + 64))) >> 64
FIXED = 100
LARGE = 2.0 ** 60


def fixed(x, bits):
    """A double as an integer over 2^bits, cut off: off by less than 1 unit."""
    n, d = float(x).as_integer_ratio()
    return (n << bits) // d


def sincos_fixed(x, bits):
    """Sine and cosine of x / 2^bits, |x| <= 2^60. Off by less than 100 units: pi/2, which is off by 2^-500, is taken off
    at most 2^60 times; each of fewer than 40 terms is cut off twice; the first term left out is below a unit."""
    half_pi = PI >> (PI_BITS - bits + 1) if bits < 380 else None
    if half_pi is None:
        raise NotSupported('more than 380 binary digits')
    k = (x + (half_pi >> 1)) // half_pi
    r = ((x << (PI_BITS - bits)) - k * (PI >> 1)) >> (PI_BITS - bits)
    square = (r * r) >> bits
    sine = term = r
    n = 1
    while term:
        term = -((term * square) >> bits) // ((n + 1) * (n + 2))
        if -2 < term < 2:
            break
        sine += term
        n += 2
    term = cosine = 1 << bits
    n = 0
    while term:
        term = -((term * square) >> bits) // ((n + 1) * (n + 2))
        if -2 < term < 2:
            break
        cosine += term
        n += 2
    k &= 3
    if k == 0:
        return sine, cosine
    if k == 1:
        return cosine, -sine
    if k == 2:
        return -sine, -cosine
    return -cosine, sine


def sincos(x):
    """Sine and cosine of a double as doubles, each off by at most 1.01 u (the quotient of integers is rounded once)."""
    if not -LARGE <= x <= LARGE:
        raise Rejected('path', 'an angle of %r is beyond what can be computed' % x)
    sine, cosine = sincos_fixed(fixed(x, FIXED), FIXED)
    return sine / (1 << FIXED), cosine / (1 << FIXED)


def angle_fixed(sine, cosine, bits):
    """The angle with this sine and cosine, both at least 0 and of one point of the unit circle, as integers; and what it
    may be off by, in units: Newton's step from a first guess, then what is left, s cos x - c sin x, is measured."""
    x = fixed(math.atan2(sine / (1 << bits), cosine / (1 << bits)), bits)
    for _ in range(3):
        s, c = sincos_fixed(x, bits)
        x += (sine * c - cosine * s) >> bits
    s, c = sincos_fixed(x, bits)
    return x, 2 * abs((sine * c - cosine * s) >> bits) + 1000


# ---------------------------------------------------------------------------------------------------------------------
# Poses: (nine numbers of a rotation row by row, three of an origin, error of the rotation, error of the origin)
# ---------------------------------------------------------------------------------------------------------------------

IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
ORIGIN = (0.0, 0.0, 0.0)


def norm_up(v):
    return math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) * UP + TINY


def compose(p, q):
    """p after q. Entries of the product have 3 roundings of at most |row| |column|: 9.1 u in the Frobenius norm. The origin
    has 4 roundings: 7 u |Tq| + 4 u |Tp|. Errors: (R + dR)(t + dt) with |R| = 1 in truth."""
    a, t, ea, et = p
    b, s, eb, es = q
    s0, s1, s2 = s
    length = norm_up(s)
    return (
        (a[0] * b[0] + a[1] * b[3] + a[2] * b[6], a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
         a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
         a[3] * b[0] + a[4] * b[3] + a[5] * b[6], a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
         a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
         a[6] * b[0] + a[7] * b[3] + a[8] * b[6], a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
         a[6] * b[2] + a[7] * b[5] + a[8] * b[8]),
        (a[0] * s0 + a[1] * s1 + a[2] * s2 + t[0], a[3] * s0 + a[4] * s1 + a[5] * s2 + t[1],
         a[6] * s0 + a[7] * s1 + a[8] * s2 + t[2]),
        (ea + eb + ea * eb + 10 * U) * UP,
        (et + es + ea * length + U * (7 * length + 4 * norm_up(t))) * UP + TINY,
    )


def rotation_about(axis, angle, error):
    """A turn about an axis that is a unit vector within 4 u. Sine and cosine 1.01 u each, sqrt 2 of both: 3 u; the axis:
    (4 + 1.5) * 4 u; rounding of nine entries, 8 u each: 24 u. Together less than 64 u, and the angle's own error."""
    s, c = sincos(angle)
    x, y, z = axis
    v = 1.0 - c
    return ((c + v * x * x, v * x * y - s * z, v * x * z + s * y,
             v * x * y + s * z, c + v * y * y, v * y * z - s * x,
             v * x * z - s * y, v * y * z + s * x, c + v * z * z), ORIGIN, (64 * U + error) * UP, 0.0)


def quaternion_pose(q):
    """The rotation of a quaternion (x, y, z, w), which stands for its unit: entries are off by at most 17 u, 51 u together."""
    x, y, z, w = q
    s = 2.0 / (x * x + y * y + z * z + w * w)
    return ((1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w),
             s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w),
             s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)), ORIGIN, 64 * U, 0.0)


def placement(numbers, name):
    """A pose as a file gives it: its rotation stands for the nearest one, which is no farther than 1.6 (delta + 8 u), delta
    being the largest entry of P'P - I."""
    r, t = tuple(numbers[:9]), tuple(numbers[9:])
    delta = 0.0
    for i in range(3):
        for j in range(3):
            dot = r[i] * r[j] + r[3 + i] * r[3 + j] + r[6 + i] * r[6 + j]
            delta = max(delta, abs(dot - (i == j)))
    det = (r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6]))
    if not (delta <= 1e-6 and det > 0 and all(math.isfinite(x) for x in t)):
        raise BadInput('a pose of %s is no rotation and translation' % name)
    if r == IDENTITY:
        return (r, t, 0.0, 0.0)
    return (r, t, 1.6 * (delta + 8 * U), 0.0)


def apply(pose, p):
    r, t = pose[0], pose[1]
    x, y, z = p
    return (r[0] * x + r[1] * y + r[2] * z + t[0], r[3] * x + r[4] * y + r[5] * z + t[1],
            r[6] * x + r[7] * y + r[8] * z + t[2])


def turned(pose, v):
    r = pose[0]
    x, y, z = v
    return (r[0] * x + r[1] * y + r[2] * z, r[3] * x + r[4] * y + r[5] * z, r[6] * x + r[7] * y + r[8] * z)


def turned_back(pose, v):
    r = pose[0]
    x, y, z = v
    return (r[0] * x + r[3] * y + r[6] * z, r[1] * x + r[4] * y + r[7] * z, r[2] * x + r[5] * y + r[8] * z)


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def minus(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


# ---------------------------------------------------------------------------------------------------------------------
# The model: what a digest covers. Plain dictionaries, made by readers of files or from an exported model
# ---------------------------------------------------------------------------------------------------------------------

def js_order(text):
    """Words are sorted by their UTF-16 units."""
    return text.encode('utf-16-be', 'surrogatepass')


class Digest:
    """SHA-256 of the model's bytes: doubles with the low byte first; words and lists with their length before them, as a double."""

    def __init__(self):
        self.parts = []

    def doubles(self, values):
        self.parts.append(struct.pack('<d%dd' % len(values), float(len(values)), *values))

    def double(self, value):
        self.parts.append(struct.pack('<d', value))

    def text(self, value):
        # Strings with lone surrogates have no bytes: readers refuse them, and this would raise.
        data = value.encode('utf-8')
        self.double(len(data))
        self.parts.append(data)

    def list(self, items, add):
        self.double(len(items))
        for item in items:
            add(item)

    def map(self, items, add):
        self.double(len(items))
        for key in sorted(items, key=js_order):
            self.text(key)
            add(items[key])

    def hex(self):
        return hashlib.sha256(b''.join(self.parts)).hexdigest()


def model_digest(cell):
    out = Digest()

    def part(p):
        g = p['geometry']
        out.doubles(p['pose'])
        out.text(g['kind'])
        for key in SHAPES[g['kind']]:
            value = g[key]
            if isinstance(value, list):
                out.doubles(value)
            else:
                out.double(value)

    def link(one):
        out.text(one['name'])
        out.list(one['collisions'], part)
        out.text(one['visualOnly'])

    def joint(one):
        for key in ('name', 'kind', 'parent', 'child'):
            out.text(one[key])
        out.doubles(one['origin'])
        out.doubles(one['axis'])
        out.list([one['limits']] if one['limits'] else [], lambda ends: (out.double(ends[0]), out.double(ends[1])))
        out.list([one['mimic']] if one['mimic'] else [], lambda m: (out.text(m[0]), out.double(m[1]), out.double(m[2])))

    def coupling(one):
        out.text(one['joint'])
        law = one['law']
        out.double(math.nan if law else one['multiplier'])
        out.double(one['offset'])
        if law:
            for key in ('at', 'values', 'slopes'):
                out.doubles(law[key])
            out.double(float(law['periodic']))
            out.double(law['deviation'])

    def attached(one):
        out.text(one['name'])
        out.text(one['link'])
        out.list(one['parts'], part)
        out.list(one['touches'], out.text)
        out.double(float(one['solid']))
        out.double(float(one['mustBeSolid']))

    def robot(one):
        out.text(one['name'])
        out.list(one['links'], link)
        out.list(one['joints'], joint)
        out.list(one['disabled'], lambda words: [out.text(word) for word in words])
        out.list(one['virtual'], lambda words: [out.text(word) for word in words])
        out.doubles(one['base'])
        out.text(one['baseJoint'])
        out.map(one['held'], out.doubles)
        out.map(one['couplings'], coupling)
        for key in ('padding', 'scale', 'tracking'):
            out.map(one[key], out.double)
        out.list(one['attached'], attached)
        out.list(one['surfaces'], out.text)
        out.list(one['solids'], out.text)

    def obstacle(one):
        out.text(one['name'])
        out.doubles(one['pose'])
        out.list(one['parts'], part)
        out.double(float(one['solid']))
        out.double(float(one['mustBeSolid']))

    def pair(one):
        out.list(one['between'], out.text)
        if 'distance' in one:
            out.double(one['distance'])
        else:
            out.text(one['reason'])

    out.text('surepath model 1')
    out.list(cell['robots'], robot)
    out.list(cell['obstacles'], obstacle)
    out.double(cell['clearance'])
    out.list(cell['clearances'], pair)
    out.list(cell['allow'], pair)
    return out.hex()


# What the digest has of each shape, in this order.
SHAPES = {
    'mesh': ('positions', 'indices'), 'box': ('half',), 'sphere': ('radius',), 'cylinder': ('radius', 'length'),
    'capsule': ('radius', 'length'), 'cone': ('radius', 'length'), 'ellipsoid': ('radii',),
    'half-space': ('normal', 'offset'), 'hull': ('positions',),
}


class ExportReader(Reader):
    """An exported model (docs/certificate-model.md) to the model."""

    def model(self, root):
        m = self.obj(root, 'the model', ('surepath-model', 'digest', 'robots', 'obstacles', 'clearance', 'allow', 'allowNothing'))
        if next(iter(m)) != 'surepath-model':
            raise BadInput('%s: an exported model begins with its version' % self.name)
        if m['surepath-model'] != 1:
            raise BadInput('%s: this is version %r of an exported model; 1 is understood' % (self.name, m['surepath-model']))
        c = self.obj(m['clearance'], 'the clearance', ('default', 'pairs'))
        model = {
            'robots': [self.robot(r) for r in self.list(m['robots'], 'robots')],
            'obstacles': [self.obstacle(o) for o in self.list(m['obstacles'], 'obstacles')],
            'clearance': self.num(c['default'], 'the clearance'),
            'clearances': [self.pair(p, 'distance') for p in self.list(c['pairs'], 'clearances')],
            'allow': [self.pair(p, 'reason') for p in self.list(m['allow'], 'allow')],
            'allowNothing': self.flag(m['allowNothing'], 'allowNothing'),
        }
        model['digest'] = model_digest(model)
        if model['digest'] != m['digest']:
            raise BadInput('%s: the model is not the one that its digest is of' % self.name)
        return model

    def pair(self, p, key):
        p = self.list(p, 'a pair', 3)
        value = self.num(p[2], key) if key == 'distance' else self.text(p[2], key)
        return {'between': self.texts(p[:2], 'a pair'), key: value}

    def map(self, items, where, read):
        """A list of [name, value]."""
        found = {}
        for item in self.list(items, where):
            name, value = self.list(item, where, 2)
            if self.text(name, where) in found:
                raise BadInput('%s: %s has "%s" twice' % (self.name, where, name[:80]))
            found[name] = read(value, where)
        return found

    def pose(self, p):
        return self.nums(p, 'a pose', 12)

    def part(self, p):
        kind = p.get('kind') if isinstance(p, dict) else None
        if not isinstance(kind, str) or kind not in SHAPES:
            raise BadInput('%s: there is no shape "%s"' % (self.name, str(kind)[:40]))
        self.obj(p, 'a part', ('pose', 'kind') + SHAPES[kind])
        shape = {'kind': kind}
        for key in SHAPES[kind]:
            where = 'the %s of a shape' % key
            if key in ('half', 'radii', 'normal'):
                shape[key] = self.nums(p[key], where, 3)
            elif key == 'indices':
                shape[key] = self.ints(p[key], where)
            elif key == 'positions':
                shape[key] = self.nums(p[key], where)
            else:
                shape[key] = self.num(p[key], where)
        return {'pose': self.pose(p['pose']), 'geometry': shape}

    def parts(self, p):
        return [self.part(x) for x in self.list(p, 'parts')]

    def obstacle(self, o):
        self.obj(o, 'an obstacle', ('name', 'pose', 'parts', 'solid', 'mustBeSolid'))
        return {'name': self.text(o['name'], 'a name'), 'pose': self.pose(o['pose']), 'parts': self.parts(o['parts']),
                'solid': self.flag(o['solid'], 'solid'), 'mustBeSolid': self.flag(o['mustBeSolid'], 'mustBeSolid')}

    def robot(self, r):
        self.obj(r, 'a robot', ('name', 'links', 'joints', 'disabledPairs', 'virtualJoints', 'base', 'baseJoint', 'held', 'couplings',
                                'padding', 'scale', 'tracking', 'attached', 'surfaces', 'solids'))
        return {
            'name': self.text(r['name'], 'a name'),
            'links': [self.link(x) for x in self.list(r['links'], 'links')],
            'joints': [self.joint(x) for x in self.list(r['joints'], 'joints')],
            'disabled': [self.texts(self.list(p, 'a pair', 3), 'a pair') for p in self.list(r['disabledPairs'], 'disabledPairs')],
            'virtual': [self.texts(self.list(p, 'a joint', 4), 'a joint') for p in self.list(r['virtualJoints'], 'virtualJoints')],
            'base': self.pose(r['base']), 'baseJoint': self.text(r['baseJoint'], 'baseJoint'),
            'held': self.map(r['held'], 'held', self.nums), 'couplings': self.map(r['couplings'], 'couplings', self.coupling),
            'padding': self.map(r['padding'], 'padding', self.num), 'scale': self.map(r['scale'], 'scale', self.num),
            'tracking': self.map(r['tracking'], 'tracking', self.num),
            'attached': [self.attached(x) for x in self.list(r['attached'], 'attached')],
            'surfaces': self.texts(r['surfaces'], 'surfaces'), 'solids': self.texts(r['solids'], 'solids'),
        }

    def link(self, x):
        self.obj(x, 'a link', ('name', 'collisions', 'visualOnly'))
        if x['visualOnly'] not in ('', 'ignored', 'tested'):
            fail(self.name, 'visualOnly', 'empty, ignored or tested')
        return {'name': self.text(x['name'], 'a name'), 'collisions': self.parts(x['collisions']), 'visualOnly': x['visualOnly']}

    def joint(self, x):
        self.obj(x, 'a joint', ('name', 'kind', 'parent', 'child', 'origin', 'axis', 'limits', 'mimic'))
        limits, mimic = x['limits'], x['mimic']
        if limits is not None:
            low, high = self.list(limits, 'limits', 2)
            limits = [-INF if low is None else self.num(low, 'a limit'), INF if high is None else self.num(high, 'a limit')]
        if mimic is not None:
            mimic = self.list(mimic, 'mimic', 3)
            mimic = [self.text(mimic[0], 'mimic'), self.num(mimic[1], 'mimic'), self.num(mimic[2], 'mimic')]
        kind = self.text(x['kind'], 'a kind')
        if kind not in PARTS:
            raise BadInput('%s: there is no kind of joint "%s"' % (self.name, kind[:40]))
        return {'name': self.text(x['name'], 'a name'), 'kind': kind, 'parent': self.text(x['parent'], 'a parent'),
                'child': self.text(x['child'], 'a child'), 'origin': self.pose(x['origin']),
                'axis': self.nums(x['axis'], 'an axis', 3), 'limits': limits, 'mimic': mimic}

    def coupling(self, x, where):
        self.obj(x, where, ('joint', 'multiplier', 'offset', 'law'))
        law = x['law']
        if law is not None:
            self.obj(law, 'a law', ('at', 'values', 'slopes', 'periodic', 'deviation'))
            law = {'at': self.nums(law['at'], 'a law'), 'values': self.nums(law['values'], 'a law'),
                   'slopes': self.nums(law['slopes'], 'a law', 2), 'periodic': self.flag(law['periodic'], 'a law'),
                   'deviation': self.num(law['deviation'], 'a law')}
        return {'joint': self.text(x['joint'], 'a joint'), 'multiplier': self.num(x['multiplier'], where),
                'offset': self.num(x['offset'], where), 'law': law}

    def attached(self, x):
        self.obj(x, 'an attached object', ('name', 'link', 'parts', 'touches', 'solid', 'mustBeSolid'))
        return {'name': self.text(x['name'], 'a name'), 'link': self.text(x['link'], 'a link'), 'parts': self.parts(x['parts']),
                'touches': self.texts(x['touches'], 'touches'), 'solid': self.flag(x['solid'], 'solid'),
                'mustBeSolid': self.flag(x['mustBeSolid'], 'mustBeSolid')}


# ---------------------------------------------------------------------------------------------------------------------
# What the model means: frames, joints, bodies, pairs, assumptions
# ---------------------------------------------------------------------------------------------------------------------

PARTS = {'fixed': (), 'revolute': ('',), 'continuous': ('',), 'prismatic': ('',), 'planar': ('/x', '/y', '/angle'),
         'floating': ('/x', '/y', '/z', '/qx', '/qy', '/qz', '/qw')}


def scoped(robot, name):
    return name if robot == '' else robot + '/' + name


class Law:
    """How a joint follows: cubic pieces through points, whose slopes make the second derivative continuous up to rounding."""

    def __init__(self, law, joint):
        x, y, ends = law['at'], law['values'], law['slopes']
        n = len(x) - 1
        numbers = x + y + ends + [law['deviation']]
        if (n < 1 or len(y) != n + 1 or not all(abs(v) <= 1e100 for v in numbers) or law['deviation'] < 0
                or any(not x[i] < x[i + 1] for i in range(n)) or (law['periodic'] and ends[0] != ends[1])):
            raise BadInput('the law that joint "%s" follows makes no sense' % joint)
        self.x, self.y, self.periodic = x, y, law['periodic']
        h = [x[i + 1] - x[i] for i in range(n)]
        d = [(y[i + 1] - y[i]) / h[i] for i in range(n)]
        # Elimination: m[i-1] / h[i-1] + 2 m[i] (1 / h[i-1] + 1 / h[i]) + m[i+1] / h[i] = 3 (d[i-1] / h[i-1] + d[i] / h[i]).
        m = [ends[0]] + [0.0] * (n - 1) + [ends[1]]
        diagonal, right = [0.0] * (n + 1), [0.0] * (n + 1)
        for i in range(1, n):
            diagonal[i] = 2 / h[i - 1] + 2 / h[i]
            right[i] = 3 * (d[i - 1] / h[i - 1] + d[i] / h[i])
            if i == 1:
                right[i] -= m[0] / h[0]
            else:
                factor = 1 / h[i - 1] / diagonal[i - 1]
                diagonal[i] -= factor / h[i - 1]
                right[i] -= factor * right[i - 1]
        for i in range(n - 1, 0, -1):
            m[i] = (right[i] - m[i + 1] / h[i]) / diagonal[i]
        self.h, self.m = h, m
        # Of a piece: m + s (2 c2 + 3 s c3), and S of the page, in which its roundings are counted.
        self.c2 = [(3 * d[i] - 2 * m[i] - m[i + 1]) / h[i] for i in range(n)]
        self.c3 = [(m[i] + m[i + 1] - 2 * d[i]) / h[i] / h[i] for i in range(n)]
        # The system is dominated by its diagonal, twice: slopes are off by some u of the largest S, which is taken for all.
        self.S = [max(3 * abs(d[i]) + 2 * abs(m[i]) + abs(m[i + 1]) for i in range(n))] * n
        self.slack = 2.0 ** -40 * max(abs(x[0]), abs(x[-1]))

    def place(self, q):
        """Piece, place in it, and by how much the value has risen in whole periods; what the place is off by."""
        x, turns, error = self.x, 0.0, 0.0
        if self.periodic:
            period = x[-1] - x[0]
            turns = math.floor((q - x[0]) / period)
            error = 8 * U * (abs(q) + abs(x[0]) + abs(x[-1]))
            q -= turns * period
        elif not x[0] - self.slack <= q <= x[-1] + self.slack:
            raise Rejected('box', 'a joint leaves the law that another one follows it by')
        low, high = 0, len(self.h)
        while high - low > 1:
            middle = (low + high) // 2
            if x[middle] <= q:
                low = middle
            else:
                high = middle
        return low, q - x[low], turns * (self.y[-1] - self.y[0]), error

    def value(self, q, error):
        """Value and its error; the place may be off by `error`."""
        i, s, rise, more = self.place(q)
        value = self.y[i] + s * (self.m[i] + s * (self.c2[i] + s * self.c3[i])) + rise
        rate = self.bounds(q - error - more, q + error + more)[0]
        return value, (256 * U * self.S[i] * self.h[i] + 8 * U * (abs(self.y[i]) + abs(rise)) + rate * (error + more)) * UP

    def bounds(self, low, high):
        """Bounds of |g'| and |g''| for all values from low to high."""
        n = len(self.h)
        if not self.periodic:
            # The box of the certificate keeps the leader within the law (`require_laws`).
            low, high = max(low, self.x[0] - self.slack), min(high, self.x[-1] + self.slack)
        if self.periodic and (high - low >= self.x[-1] - self.x[0]):
            pieces = [(i, 0.0, self.h[i]) for i in range(n)]
        else:
            (i, s, _, e), (j, t, _, f) = self.place(low), self.place(high)
            if i == j and s <= t:
                pieces = [(i, s - e, t + f)]
            else:
                pieces = [(i, s - e, self.h[i])]
                k = (i + 1) % n
                while k != j:
                    pieces.append((k, 0.0, self.h[k]))
                    k = (k + 1) % n
                pieces.append((j, 0.0, t + f))
            # At a knot that rounding may have put on the other side the neighbour counts as well.
            for k, s0, s1 in list(pieces):
                if s0 <= 8 * e and (k > 0 or self.periodic):
                    pieces.append(((k - 1) % n, self.h[(k - 1) % n] - 8 * e, self.h[(k - 1) % n]))
                if s1 >= self.h[k] - 8 * f and (k + 1 < n or self.periodic):
                    pieces.append(((k + 1) % n, 0.0, 8 * f))
        rate = bend = 0.0
        for k, s0, s1 in pieces:
            mid, half = (s0 + s1) / 2, abs(s1 - s0) / 2
            first = abs(self.m[k] + mid * (2 * self.c2[k] + 3 * mid * self.c3[k])) + 512 * U * self.S[k]
            second = abs(2 * self.c2[k] + 6 * mid * self.c3[k]) + 512 * U * self.S[k] / self.h[k]
            third = 6 * abs(self.c3[k]) + 512 * U * self.S[k] / self.h[k] ** 2
            rate = max(rate, first + half * second + half * half / 2 * third)
            bend = max(bend, second + half * third)
        return rate * UP, bend * UP


class Joint:
    """The joint above a frame. source: None for a fixed one, ('const', values, error), ('dof', first), ('linear', joint, m, b), ('law', joint, law)."""

    def __init__(self, name, kind, robot, parent, frame, origin, axis, tracking):
        self.name, self.kind, self.robot, self.parent, self.frame = name, kind, robot, parent, frame
        self.placement = placement(origin, 'joint "%s"' % name)
        self.tracking, self.held, self.follows, self.source, self.fixed = tracking, None, None, None, None
        length = math.sqrt(dot(axis, axis))
        if kind not in ('fixed', 'floating') and not 1e-100 < length < 1e100:
            raise BadInput('joint "%s" has an axis that is no direction' % name)
        self.axis = tuple(x / length for x in axis) if kind not in ('fixed', 'floating') else (0.0, 0.0, 1.0)
        if kind == 'planar':
            # The turn that brings z to the normal the short way brings x and y to these.
            x, y, z = self.axis
            across = x * x + y * y
            if z < 0 and across < 1e-32:
                self.plane = ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0))
            else:
                f = (1 - z) / across if z < 0 else 1 / (1 + z)
                self.plane = ((1 - x * x * f, -x * y * f, -x), (-x * y * f, 1 - y * y * f, -y))

    def moves(self):
        return self.source is not None and self.source[0] != 'const'


def fits(pattern, name):
    if '*' not in pattern:
        return pattern == name
    return re.fullmatch('.*'.join(re.escape(part) for part in pattern.split('*')), name, re.S) is not None


class Cell:
    """Frames, joints, degrees of freedom and bodies of a model."""

    def __init__(self, model):
        self.model = model
        self.joints = [None]           # by frame; 0 is the world
        self.parent = [-1]
        self.dofs, self.tolerances, self.units = [], [], []
        self.frame_of, self.by_name = {}, {}
        for robot in model['robots']:
            self.add_robot(robot)
        for robot in model['robots']:
            self.apply(robot)
        for joint in self.joints[1:]:
            self.add_dofs(joint)
        for joint in self.joints[1:]:
            self.resolve(joint)
        self.depth = [0] * len(self.joints)
        self.root = [0] * len(self.joints)
        for frame in range(1, len(self.joints)):
            joint = self.joints[frame]
            self.depth[frame] = self.depth[joint.parent] + 1
            self.root[frame] = frame if joint.moves() or self.strays(joint) else self.root[joint.parent]
        self.bodies = []
        for robot in model['robots']:
            self.add_bodies(robot)
        self.obstacles = len(self.bodies)
        for one in model['obstacles']:
            if one['parts']:
                self.bodies.append(Body(one['name'], 0, one['parts'], one['pose'], 0.0, 1.0, one['solid'], one['mustBeSolid']))
        names = [body.name for body in self.bodies]
        if len(set(names)) != len(names):
            raise BadInput('two bodies have the same name')
        self.number = {name: i for i, name in enumerate(names)}
        self.read_rules()

    def add_robot(self, robot):
        name = robot['name']

        def tracking(joint):
            amount = robot['tracking'].get(joint, robot['tracking'].get('default', 0.0))
            if not 0 <= amount < 1e100:
                raise BadInput('joint "%s" strays by %r' % (joint, amount))
            return amount

        def add(joint, link):
            if link in self.frame_of or joint.name in self.by_name:
                raise BadInput('two links or joints are called "%s" or "%s"' % (link, joint.name))
            self.frame_of[link] = joint.frame
            self.joints.append(joint)
            self.parent.append(joint.parent)
            if joint.kind != 'fixed' or joint.parent != 0:
                self.by_name[joint.name] = joint

        if not robot['links']:
            raise BadInput('robot "%s" has no links' % name)
        root = robot['links'][0]['name']
        kind = robot['baseJoint']
        if kind not in ('fixed', 'planar', 'floating'):
            raise BadInput('a base cannot be "%s"' % kind)
        base = next((words[0] for words in robot['virtual'] if words[3] == root and words[1] == kind), 'base')
        add(Joint(scoped(name, base), kind, name, 0, len(self.joints), robot['base'], [0.0, 0.0, 1.0], tracking(base)),
            scoped(name, root))
        for one in robot['joints']:
            parent = self.frame_of.get(scoped(name, one['parent']))
            if parent is None:
                raise BadInput('joint "%s" hangs on a link that does not come before it' % one['name'])
            joint = Joint(scoped(name, one['name']), one['kind'], name, parent, len(self.joints), one['origin'], one['axis'],
                          tracking(one['name']))
            if one['mimic'] and one['kind'] != 'fixed':
                joint.follows = (one['mimic'][0], one['mimic'][1], one['mimic'][2], None)
            add(joint, scoped(name, one['child']))

    def find_joint(self, robot, name):
        joint = self.by_name.get(scoped(robot, name)) or self.by_name.get(name)
        if joint is None:
            raise BadInput('there is no joint "%s"' % scoped(robot, name))
        return joint

    def apply(self, robot):
        for name, c in robot['couplings'].items():
            self.find_joint(robot['name'], name).follows = (c['joint'], c['multiplier'], c['offset'], c['law'])
        for name, values in robot['held'].items():
            joint = self.find_joint(robot['name'], name)
            count = len(PARTS[joint.kind])
            if count == 0:
                continue
            if len(values) != count or not all(math.isfinite(x) for x in values):
                raise BadInput('joint "%s" cannot be held so' % joint.name)
            joint.held = values
        for name, c in robot['couplings'].items():
            joint = self.find_joint(robot['name'], name)
            if c['law'] and joint.held is None:
                joint.tracking += c['law']['deviation']

    def add_dofs(self, joint):
        if joint.kind == 'fixed' or joint.held is not None or joint.follows:
            return
        joint.source = ('dof', len(self.dofs))
        for k, part in enumerate(PARTS[joint.kind]):
            quaternion = joint.kind == 'floating' and k > 2
            self.dofs.append(joint.name + part)
            self.tolerances.append(0.0 if k > 3 else joint.tracking)
            self.units.append('quaternion' if quaternion else '')

    def resolve(self, joint, seen=()):
        if joint.source or joint.kind == 'fixed':
            return
        if joint.held is not None:
            joint.source = ('const', joint.held, 0.0)
            return
        if joint in seen:
            raise BadInput('joint "%s" follows itself in the end' % joint.name)
        name, m, b, law = joint.follows
        leader = self.find_joint(joint.robot, name)
        if len(PARTS[joint.kind]) != 1 or len(PARTS[leader.kind]) != 1:
            raise BadInput('joint "%s" cannot follow "%s"' % (joint.name, name))
        self.resolve(leader, seen + (joint,))
        if law:
            chain = leader
            while chain.source[0] in ('linear', 'law'):
                if chain.source[0] == 'law':
                    raise BadInput('joint "%s" follows by two laws' % joint.name)
                chain = chain.source[1]
            compiled = Law(law, joint.name)
            if leader.source[0] == 'const':
                value, error = compiled.value(leader.source[1][0], leader.source[2])
                joint.source = ('const', [value], error)
            else:
                joint.source = ('law', leader, compiled)
        elif not (math.isfinite(m) and math.isfinite(b)):
            raise BadInput('joint "%s" follows by a factor that is no number' % joint.name)
        elif m == 0:
            joint.source = ('const', [b], 0.0)
        elif leader.source[0] == 'const':
            product = m * leader.source[1][0]
            joint.source = ('const', [product + b], (abs(m) * leader.source[2] + 2 * U * (abs(product) + abs(product + b))) * UP)
        else:
            joint.source = ('linear', leader, m, b)

    def strays(self, joint):
        """Whether a joint strays at all, by itself or with another that it follows."""
        if joint.kind == 'fixed':
            return False
        if joint.tracking > 0:
            return True
        if joint.held is not None or not joint.follows or (joint.follows[3] is None and joint.follows[1] == 0):
            return False
        return self.strays(self.find_joint(joint.robot, joint.follows[0]))

    def add_bodies(self, robot):
        name = robot['name']
        for key in ('padding', 'scale'):
            for amount in robot[key].values():
                if not (0 <= amount < 1e100 and (key == 'padding' or amount > 0)):
                    raise BadInput('a %s is %r' % (key, amount))

        def setting(key, link, fallback):
            return robot[key].get(link, robot[key].get('default', fallback))

        for link in robot['links']:
            if link['collisions']:
                one = link['name']
                self.bodies.append(Body(scoped(name, one), self.frame_of[scoped(name, one)], link['collisions'], None,
                                        setting('padding', one, 0.0), setting('scale', one, 1.0),
                                        one not in robot['surfaces'], one in robot['solids']))
        for one in robot['attached']:
            frame = self.frame_of.get(scoped(name, one['link']))
            if frame is None:
                raise BadInput('"%s" is attached to no link of the robot' % one['name'])
            self.bodies.append(Body(scoped(name, one['name']), frame, one['parts'], None, 0.0, 1.0, one['solid'], one['mustBeSolid']))

    def read_rules(self):
        self.disabled = {}
        for robot in self.model['robots']:
            for one, other, reason in robot['disabled']:
                a, b = (self.number.get(scoped(robot['name'], x)) for x in (one, other))
                if a is not None and b is not None:
                    self.disabled[a, b] = self.disabled[b, a] = reason
        matching = {}

        def bodies(pattern):
            if pattern not in matching:
                if '*' in pattern:
                    matching[pattern] = {i for name, i in self.number.items() if fits(pattern, name)}
                else:
                    matching[pattern] = {self.number[pattern]} if pattern in self.number else set()
            return matching[pattern]

        self.allowed = [(bodies(p['between'][0]), bodies(p['between'][1]), p['reason']) for p in self.model['allow']]
        for robot in self.model['robots']:
            for one in robot['attached']:
                own = bodies(scoped(robot['name'], one['name']))
                for link in one['touches']:
                    self.allowed.append((own, bodies(scoped(robot['name'], link)), one['name'] + ' may touch it'))
        self.clearances = [(bodies(p['between'][0]), bodies(p['between'][1]), p['distance']) for p in self.model['clearances']]
        for distance in [self.model['clearance']] + [entry[2] for entry in self.clearances]:
            if not 0 <= distance < 1e100:
                raise BadInput('a clearance is %r' % distance)

    def reason(self, a, b):
        """Why two bodies are not tested, and what was declared; None if they are."""
        p, q = self.bodies[a].frame, self.bodies[b].frame
        if self.root[p] == self.root[q]:
            return ('static' if self.root[p] == 0 else 'same-link' if p == q else 'rigid'), ''
        if (a, b) in self.disabled:
            return 'disabled', self.disabled[a, b]
        for one, other, detail in self.allowed:
            if (a in one and b in other) or (b in one and a in other):
                return 'allowed', detail
        return None, ''

    def clearance(self, a, b):
        for one, other, distance in reversed(self.clearances):
            if (a in one and b in other) or (b in one and a in other):
                return distance
        return self.model['clearance']

    def ancestor(self, f, g):
        while f != g:
            if self.depth[f] >= self.depth[g]:
                f = self.parent[f]
            else:
                g = self.parent[g]
        return f

    def assumptions(self, declared, nothing):
        found = []
        for a, b, reason, detail in declared:
            why = reason if detail == '' else '%s, %s' % (reason, detail)
            found.append('"%s" and "%s" are not tested (%s)' % (self.bodies[a].name, self.bodies[b].name, why))
        for robot in self.model['robots']:
            for joint in sorted(robot['held'], key=js_order):
                values = ', '.join(js_number(x) for x in robot['held'][joint])
                found.append('"%s" is held at %s' % (scoped(robot['name'], joint), values))
        if nothing:
            found.append('no pair of bodies is tested: nothing is shown')
        for what, one, several in (('ignored', ', only a visual: it is not tested', ', only visuals: they are not tested'),
                                   ('tested', ': it is tested by its visual', ': they are tested by their visuals')):
            names = ['"%s"' % scoped(robot['name'], link['name']) for robot in self.model['robots']
                     for link in robot['links'] if link['visualOnly'] == what]
            if len(names) == 1:
                found.append('the link %s has no collision geometry%s' % (names[0], one))
            elif names:
                found.append('the links %s and %s have no collision geometry%s' % (', '.join(names[:-1]), names[-1], several))
        return found


def js_number(x):
    """A number as JavaScript prints it."""
    if x == 0:
        return '0'
    digits, exponent = ('%r' % float(x)), 0
    sign = '-' if x < 0 else ''
    mantissa = digits.lstrip('-')
    if 'e' in mantissa:
        mantissa, e = mantissa.split('e')
        exponent = int(e)
    whole, _, part = mantissa.partition('.')
    part = '' if part == '0' else part
    point = len(whole) + exponent
    text = (whole + part).lstrip('0')
    point -= len(whole + part) - len(text)
    text = text.rstrip('0') or '0'
    if 0 < point <= 21:
        return sign + (text + '0' * (point - len(text)) if len(text) <= point else text[:point] + '.' + text[point:])
    if -6 < point <= 0:
        return sign + '0.' + '0' * -point + text
    e = point - 1
    return sign + text[0] + ('.' + text[1:] if len(text) > 1 else '') + 'e' + ('+' if e > 0 else '-') + str(abs(e))


# ---------------------------------------------------------------------------------------------------------------------
# Bodies: meshes placed in the body's frame, shapes with a pose; sections of them
# ---------------------------------------------------------------------------------------------------------------------

class Mesh:
    """Vertices in the body's frame, rounded; `slack` bounds what rounding and the placement may be off by."""

    def __init__(self, shape, pose, scale, name):
        p, t = shape['positions'], shape['indices']
        if len(p) % 3 or len(t) % 3 or not t or any(not i < len(p) // 3 for i in t) or not all(map(math.isfinite, p)):
            raise BadInput('a mesh of "%s" makes no sense' % name)
        points = list(zip(p[0::3], p[1::3], p[2::3]))
        if scale != 1:
            points = [(scale * x, scale * y, scale * z) for x, y, z in points]
        self.slack = 0.0
        if pose[0] != IDENTITY or pose[1] != ORIGIN:
            size = max(norm_up(x) for x in points)
            points = [apply(pose, x) for x in points]
            self.slack = (pose[2] * size + pose[3] + 16 * U * (size + norm_up(pose[1]))) * UP
        if not all(math.isfinite(x) and abs(x) < 1e100 for point in points for x in point):
            raise BadInput('a mesh of "%s" is beyond the range of numbers' % name)
        self.points = points
        self.triangles = list(zip(t[0::3], t[1::3], t[2::3]))
        self.count = len(self.triangles)


class Shape:
    """A solid with a formula, placed in the body's frame."""

    count = 1

    def __init__(self, g, pose, scale, name):
        self.kind, self.pose = g['kind'], pose
        numbers = [x for key in SHAPES[self.kind] for x in (g[key] if isinstance(g[key], list) else [g[key]])]
        if not all(math.isfinite(x) and abs(x) < 1e100 for x in numbers):
            raise BadInput('a shape of "%s" has a number that is not finite' % name)
        if self.kind == 'half-space':
            if scale != 1:
                raise BadInput('"%s" is a half-space, which cannot be scaled' % name)
            length = norm_up(g['normal'])
            if not 0.999 < length < 1.001:
                raise BadInput('the normal of "%s" has the length %r' % (name, length))
            self.normal = tuple(x / length for x in g['normal'])
            self.offset = g['offset'] / length
            self.radius = INF
            return
        if self.kind == 'hull':
            p = [scale * x for x in g['positions']]
            if len(p) % 3 or not p:
                raise BadInput('a hull of "%s" makes no sense' % name)
            self.points = list(zip(p[0::3], p[1::3], p[2::3]))
            self.radius = max(map(norm_up, self.points))
            return
        numbers = [scale * x for x in numbers]
        if not all(x > 0 for x in numbers[:1]) or not all(x >= 0 for x in numbers):
            raise BadInput('a shape of "%s" has a size that is not positive' % name)
        self.numbers = numbers
        if self.kind in ('box', 'ellipsoid'):
            self.radius = norm_up(numbers)
        elif self.kind == 'sphere':
            self.radius = numbers[0]
        else:
            self.radius = numbers[0] + numbers[1] / 2
        self.radius *= UP

    def top(self, m):
        """Largest m.x over the shape, in the body's frame; rounding is counted by whoever asks."""
        x, y, z = turned_back(self.pose, m)
        kind = self.kind
        if kind == 'hull':
            best = max([x * a + y * b + z * c for a, b, c in self.points])
        elif kind == 'box':
            a, b, c = self.numbers
            best = a * abs(x) + b * abs(y) + c * abs(z)
        elif kind == 'sphere':
            best = self.numbers[0] * math.sqrt(x * x + y * y + z * z)
        elif kind == 'ellipsoid':
            a, b, c = self.numbers
            best = math.sqrt(a * x * a * x + b * y * b * y + c * z * c * z)
        else:
            r, h = self.numbers[0], self.numbers[1] / 2
            if kind == 'cylinder':
                best = h * abs(z) + r * math.sqrt(x * x + y * y)
            elif kind == 'capsule':
                best = h * abs(z) + r * math.sqrt(x * x + y * y + z * z)
            else:
                best = max(h * z, r * math.sqrt(x * x + y * y) - h * z)
        return best + dot(m, self.pose[1])


class Section:
    """A set of elements of a body: vertices and shapes, with a ball around it and its farthest distance from the origin."""

    def __init__(self, points, shapes, slack):
        self.halves = [s for s in shapes if s.kind == 'half-space']
        self.shapes = [s for s in shapes if s.kind != 'half-space']
        self.points = points
        ends = list(points)
        for s in self.shapes:
            t, r = s.pose[1], s.radius
            ends += [(t[0] - r, t[1] - r, t[2] - r), (t[0] + r, t[1] + r, t[2] + r)]
            slack = max(slack, (s.pose[2] * r + s.pose[3]) * UP)
        self.slack = slack
        if not ends:
            self.centre, self.radius, self.size = ORIGIN, 0.0, 0.0
            return
        self.centre = c = tuple((min(p[k] for p in ends) + max(p[k] for p in ends)) / 2 for k in range(3))
        radius = [norm_up(minus(p, c)) for p in points] + [norm_up(minus(s.pose[1], c)) + s.radius for s in self.shapes]
        self.radius = max(radius) * UP + slack
        self.size = (max([norm_up(p) for p in points] + [norm_up(s.pose[1]) + s.radius for s in self.shapes]) + slack) * UP
        self.groups = self.grouped() if len(points) > 96 else None

    def grouped(self):
        """Vertices in groups with balls, so that most groups are seen not to matter along a direction."""
        parts = [self.points]
        while len(parts) * 24 < len(self.points):
            split = []
            for part in parts:
                axis = max(range(3), key=lambda k: max(p[k] for p in part) - min(p[k] for p in part))
                part = sorted(part, key=lambda p: p[axis])
                split += [part[:len(part) // 2], part[len(part) // 2:]]
            parts = split
        groups = []
        for part in parts:
            c = tuple((min(p[k] for p in part) + max(p[k] for p in part)) / 2 for k in range(3))
            groups.append((c[0], c[1], c[2], max(norm_up(minus(p, c)) for p in part), part))
        return groups

    def top(self, m, length):
        """Largest m.x over what is bounded; |m| is at most `length`."""
        best = self.farthest(m, length)[0] if self.points else -INF
        for shape in self.shapes:
            best = max(best, shape.top(m))
        return best

    def farthest(self, m, length):
        """Largest m.x over the vertices, and one of those in the group that has it."""
        x, y, z = m
        if not self.groups:
            values = [x * a + y * b + z * c for a, b, c in self.points]
            best = max(values)
            return best, self.points, values
        # A group whose ball ends before the best vertex so far has none that matters; 1e-12 is more than rounding.
        ends = [(x * a + y * b + z * c + r * length, part) for a, b, c, r, part in self.groups]
        ends.sort(key=lambda end: -end[0])
        room, best, found = 1e-12 * length * self.size, -INF, None
        for end, part in ends:
            if end + room < best:
                break
            values = [x * a + y * b + z * c for a, b, c in part]
            most = max(values)
            if most > best:
                best, found = most, (part, values)
        return (best,) + found


class Body:
    def __init__(self, name, frame, parts, pose, padding, scale, solid, must_be_solid):
        self.name, self.frame, self.padding, self.solid, self.must_be_solid = name, frame, padding, solid, must_be_solid
        self.described = (parts, pose, scale)
        self.made = None
        self.sections, self.orders, self.shells = {}, {}, {}

    @property
    def pieces(self):
        if self.made is None:
            parts, outer, scale = self.described
            self.made = []
            for part in parts:
                pose = placement(part['pose'], '"%s"' % self.name)
                if outer is not None and (outer[:9] != list(IDENTITY) or outer[9:] != list(ORIGIN)):
                    above = placement(outer, '"%s"' % self.name)
                    pose = compose(above, pose) if pose[0] != IDENTITY or pose[1] != ORIGIN else above
                kind = Mesh if part['geometry']['kind'] == 'mesh' else Shape
                self.made.append(kind(part['geometry'], pose, scale, self.name))
            # Triangles that close a mesh lie between its vertices: they matter to sections of triangles and to what is inside.
            self.unfinished = self.must_be_solid and any(is_open for k in range(len(self.made)) if isinstance(self.made[k], Mesh)
                                                         for _, _, is_open in self.solids(k))
            self.first = [0]
            for piece in self.made:
                self.first.append(self.first[-1] + piece.count)
        return self.made

    @property
    def count(self):
        return len(self.pieces) and self.first[-1]

    def section(self, which, limits):
        """A section as a slab names it, and its range of elements: -1, a piece, or [piece, from, to]."""
        key = tuple(which) if isinstance(which, list) else which
        found = self.sections.get(key)
        if found:
            return found
        pieces = self.pieces
        whole = False
        if key == -1:
            chosen, low, high = pieces, 0, self.count
            points, shapes = [], []
        elif isinstance(key, tuple):
            k, first, end = key
            if not (0 <= k < len(pieces) and isinstance(pieces[k], Mesh) and 0 <= first < end <= pieces[k].count):
                return None
            order = self.orders.get(k)
            if order is None:
                return None
            self.require_finished()
            mesh = pieces[k]
            used = {v for t in order[first:end] for v in mesh.triangles[t]}
            section = Section(list({mesh.points[v] for v in used}), [], mesh.slack)
            result = (section, self.first[k] + first, self.first[k] + end)
            if len(self.sections) < limits:
                self.sections[key] = result
            return result
        else:
            if not 0 <= key < len(pieces):
                return None
            chosen, low, high = [pieces[key]], self.first[key], self.first[key + 1]
        points, shapes, slack = set(), [], 0.0
        for piece in chosen:
            if isinstance(piece, Mesh):
                points.update(piece.points[v] for t in piece.triangles for v in t)
                slack = max(slack, piece.slack)
            else:
                shapes.append(piece)
        result = (Section(list(points), shapes, slack), low, high)
        self.sections[key] = result
        return result

    def whole(self):
        return self.section(-1, 0)[0]

    def require_finished(self):
        if self.unfinished:
            raise NotSupported('"%s" must be solid and is not closed: triangles that close it are not made here' % self.name)

    def ball(self):
        """A ball around all of it, as a section."""
        whole = self.whole()
        if 'ball' not in self.sections:
            if whole.halves:
                return whole
            ball = Shape({'kind': 'sphere', 'radius': whole.radius or TINY}, (IDENTITY, whole.centre, 0.0, 0.0), 1, self.name)
            self.sections['ball'] = Section([], [ball], 0.0)
        return self.sections['ball']

    def solids(self, k):
        """Components of a mesh: a vertex, shells, whether it is open; without shells it is a surface, or a hole of another one."""
        if k not in self.shells:
            self.shells[k] = components(self.made[k], self.solid)
        return self.shells[k]


# ---------------------------------------------------------------------------------------------------------------------
# Solids: what is inside of a mesh (docs/proofs/solids.md). Signs are exact
# ---------------------------------------------------------------------------------------------------------------------

def components(mesh, solid):
    """Vertices are welded where they are equal; a component is what hangs together by vertices."""
    number, ids = {}, []
    for p in mesh.points:
        ids.append(number.setdefault(p, len(number)))
    points = list(number)
    groups = grouped(((ids[a], ids[b], ids[c]) for a, b, c in mesh.triangles), len(points))
    found = []
    for own in groups:
        shells = [Shell(points, signed, odd) for signed, odd in shells_of(own)] if solid else []
        found.append([points[own[0][0]], shells, not shells])
    hollow(points, groups, found)
    return found


def hollow(points, groups, found):
    """Section 3 of solids.md: a shell that runs inward, in the material of one solid and meeting nothing of it, is a hole of that."""
    plain = [k for k, (_, shells, _) in enumerate(found)
             if len(shells) == 1 and shells[0].as_given and len(shells[0].boxes) == len(groups[k])]
    inward = [k for k in plain if volume_is_negative(points, groups[k])]
    for k in sorted(inward, key=lambda k: found[k][1][0].low[0]):
        vertex, own = found[k][0], found[k][1][0]
        around = [j for j, (_, shells, _) in enumerate(found) if j != k and any(shell.contains(vertex) for shell in shells)]
        if len(around) != 1 or around[0] not in plain:
            continue
        outer = found[around[0]][1][0]
        if outer.winding(vertex) == 1 and not any(meet(a[6], b[6]) for a in own.boxes for b in outer.boxes if boxes_meet(a, b)):
            outer.boxes += own.boxes
            found[k][1] = []


def volume_is_negative(points, triangles):
    """The sign of the sum of determinants from one of its points, exactly where doubles do not tell."""
    origin = points[triangles[0][0]]
    parts = [dot(minus(points[a], origin), cross(minus(points[b], origin), minus(points[c], origin))) for a, b, c in triangles]
    if abs(sum(parts)) > 1e-9 * sum(map(abs, parts)):
        return sum(parts) < 0
    exact = [tuple(Fraction(x) for x in p) for p in points]
    return sum(dot(exact[a], cross(exact[b], exact[c])) for a, b, c in triangles) < 0


def boxes_meet(a, b):
    (p, q, r), (u, v, w) = a[6], b[6]
    return all(max(p[k], q[k], r[k]) >= min(u[k], v[k], w[k]) and max(u[k], v[k], w[k]) >= min(p[k], q[k], r[k]) for k in range(3))


def meet(one, other):
    """Whether two triangles have a point in common, exactly: two convex sets are apart if, and only if, they are along one of the
    normals of their planes, of planes through two of their edges, or across an edge within a plane."""
    one, other = ([tuple(Fraction(x) for x in p) for p in t] for t in (one, other))
    edges = [[minus(t[1], t[0]), minus(t[2], t[1]), minus(t[0], t[2])] for t in (one, other)]
    normals = [cross(e[0], e[1]) for e in edges]
    axes = normals + [cross(e, f) for e in edges[0] for f in edges[1]] + [cross(n, e) for n in normals for own in edges for e in own]
    # Triangles without area: their own edges, and what lies between two corners.
    axes += edges[0] + edges[1] + [minus(q, p) for p in one for q in other]
    for n in axes:
        a, b = [dot(n, p) for p in one], [dot(n, p) for p in other]
        if max(a) < min(b) or max(b) < min(a):
            return False
    return True


def nearly_closed(mesh):
    """Whether a part of a mesh is clearly nearly closed: by half of what solids.md, section 5, asks for. In cases of doubt it is not."""
    number = {}
    ids = [number.setdefault(p, len(number)) for p in mesh.points]
    points = list(number)
    open_ = [t for own in grouped(((ids[a], ids[b], ids[c]) for a, b, c in mesh.triangles), len(points)) if not shells_of(own) for t in own]
    count = {}
    for t in {tuple(sorted(t)) for t in open_ if len(set(t)) == 3}:
        for a, b in edges_of(t):
            count[min(a, b), max(a, b)] = count.get((min(a, b), max(a, b)), 0) + 1
    ends = sorted({v for edge, n in count.items() if n % 2 for v in edge}, key=lambda v: points[v])
    if not ends:
        return False
    # Vertices of open edges that are this close are one; what is then in the same place in pairs is a slit.
    near = min(1e-5 * math.dist(*[[f(p[k] for p in points) for k in range(3)] for f in (min, max)]), 1e-4)
    one = {}
    for i, v in enumerate(ends):
        j = i - 1
        while j >= 0 and points[v][0] - points[ends[j]][0] <= near and v not in one:
            if math.dist(points[v], points[ends[j]]) <= near:
                one[v] = one.get(ends[j], ends[j])
            j -= 1
    for own in grouped((tuple(one.get(v, v) for v in t) for t in open_), len(points)):
        odd, count = set(), {}
        for t in {tuple(sorted(t)) for t in own if len(set(t)) == 3}:
            for a, b in edges_of(t):
                edge = (min(a, b), max(a, b))
                odd ^= {edge}
                count[edge] = count.get(edge, 0) + 1
        if all(count[edge] > 1 for edge in odd):
            return True
        beside, used = {}, {v for t in own for v in t}
        for a, b in odd:
            beside.setdefault(a, []).append(b)
            beside.setdefault(b, []).append(a)
        if any(len(x) != 2 for x in beside.values()):
            continue
        size = math.dist(*[[f(points[v][k] for v in used) for k in range(3)] for f in (min, max)])
        area, filled, widest, left = sum(triangle(points, t)[0] for t in own), 0.0, 0.0, set(beside)
        while left:
            loop = [left.pop()]
            while True:
                following = [v for v in beside[loop[-1]] if v in left]
                if not following:
                    break
                loop.append(following[0])
                left.discard(following[0])
            while len(loop) > 2:
                k = min(range(len(loop)), key=lambda i: math.dist(points[loop[i - 1]], points[loop[(i + 1) % len(loop)]]))
                surface, height = triangle(points, (loop[k - 1], loop[k], loop[(k + 1) % len(loop)]))
                filled, widest = filled + surface, max(widest, height)
                del loop[k]
        if widest < 0.5 * min(0.1 * size, 0.1) and filled < 0.05 * area:
            return True
    return False


def grouped(triangles, count):
    """Lists of triangles that hang together by vertices."""
    above = list(range(count))

    def find(v):
        while above[v] != v:
            above[v] = above[above[v]]
            v = above[v]
        return v

    triangles = list(triangles)
    for a, b, c in triangles:
        above[find(a)] = find(b)
        above[find(b)] = find(c)
    groups = {}
    for t in triangles:
        groups.setdefault(find(t[0]), []).append(t)
    return list(groups.values())


def triangle(points, t):
    """Area and smallest height, about."""
    a, b, c = (points[v] for v in t)
    n = cross(minus(b, a), minus(c, a))
    twice = math.sqrt(dot(n, n))
    return twice / 2, twice / max(math.dist(a, b), math.dist(b, c), math.dist(c, a), 1e-300)


def edges_of(t):
    return ((t[0], t[1]), (t[1], t[2]), (t[2], t[0]))


def boundary_is_zero(signed):
    count = {}
    for t, sign in signed:
        for a, b in edges_of(t):
            if a < b:
                count[a, b] = count.get((a, b), 0) + sign
            elif a > b:
                count[b, a] = count.get((b, a), 0) - sign
    return not any(count.values())


def shells_of(triangles):
    """Section 2 of solids.md: lists of (triangle, sign) and whether only odd and even count; [] for a surface."""
    shells = []
    as_given = [(t, 1) for t in triangles]
    ways = {}
    for t in triangles:
        low = t.index(min(t))
        key = (t[low], t[(low + 1) % 3], t[(low + 2) % 3])
        ways[key] = ways.get(key, 0) + 1
    cancels = any(ways.get((a, c, b), 0) for a, b, c in ways if len({a, b, c}) == 3)
    if boundary_is_zero(as_given):
        # What is there both ways round, as often, adds nothing.
        if any(ways.get((a, c, b), 0) != n for (a, b, c), n in ways.items() if len({a, b, c}) == 3):
            shells.append((as_given, False))
        if not cancels:
            return shells
    times = {}
    for t in triangles:
        if len(set(t)) == 3:
            key = tuple(sorted(t))
            times.setdefault(key, [0, t])[0] += 1
    choices = [[t for _, t in times.values()]]
    if any(n % 2 == 0 for n, _ in times.values()):
        choices.append([t for n, t in times.values() if n % 2])
    for chosen in choices:
        closed = without_flaps(chosen)
        if closed:
            for shell in turned_shells(closed):
                shells.append(shell)
    return shells


def without_flaps(triangles):
    """Without triangles that have an edge of their own, again and again; [] unless an even number is left at each edge."""
    at = {}
    for i, t in enumerate(triangles):
        for a, b in edges_of(t):
            at.setdefault((min(a, b), max(a, b)), set()).add(i)
    alive = set(range(len(triangles)))
    queue = [i for own in at.values() if len(own) == 1 for i in own]
    while queue:
        i = queue.pop()
        if i not in alive:
            continue
        alive.discard(i)
        for a, b in edges_of(triangles[i]):
            own = at[min(a, b), max(a, b)]
            own.discard(i)
            if len(own) == 1:
                queue.extend(own)
    if any(len(own) % 2 for own in at.values()):
        return []
    return [triangles[i] for i in sorted(alive)]


def turned_shells(triangles):
    """Triangles turned so that neighbours across edges of two run opposite ways; parts that are even by themselves, and the rest."""
    at = {}
    for i, t in enumerate(triangles):
        for a, b in edges_of(t):
            at.setdefault((min(a, b), max(a, b)), []).append((i, 1 if a < b else -1))
    sign = [0] * len(triangles)
    rest, shells = [], []
    for start in range(len(triangles)):
        if sign[start]:
            continue
        sign[start] = 1
        part, queue = [start], [start]
        while queue:
            i = queue.pop()
            for a, b in edges_of(triangles[i]):
                own = at[min(a, b), max(a, b)]
                if len(own) == 2:
                    (j, one), (k, other) = own
                    if k == i:
                        j, one, k, other = k, other, j, one
                    if not sign[k]:
                        sign[k] = -sign[i] * one * other
                        part.append(k)
                        queue.append(k)
        if sum(1 for i in part if sign[i] < 0) * 2 > len(part):
            for i in part:
                sign[i] = -sign[i]
        count = {}
        for i in part:
            for a, b in edges_of(triangles[i]):
                key = (min(a, b), max(a, b))
                count[key] = count.get(key, 0) + 1
        if any(n % 2 for n in count.values()):
            rest += part
        else:
            shells.append(part)
    if rest:
        shells.append(rest)
    signed = [[(triangles[i], sign[i]) for i in part] for part in shells]
    return [(part, not boundary_is_zero(part)) for part in signed]


class Shell:
    """Triangles that enclose something: `odd` if only odd and even count, else where the sum is not 0."""

    def __init__(self, points, signed, odd):
        self.odd = odd
        self.as_given = not odd and all(sign > 0 for _, sign in signed)
        self.boxes = []
        for t, sign in signed:
            a, b, c = (points[v] for v in t)
            self.boxes.append((min(a[1], b[1], c[1]), max(a[1], b[1], c[1]), min(a[2], b[2], c[2]), max(a[2], b[2], c[2]),
                               max(a[0], b[0], c[0]), sign, (a, b, c)))
        self.low = tuple(min(p[k] for box in self.boxes for p in box[6]) for k in range(3))
        self.high = tuple(max(p[k] for box in self.boxes for p in box[6]) for k in range(3))

    def contains(self, p):
        """Whether p is inside, or on a triangle of it."""
        if any(not self.low[k] <= p[k] <= self.high[k] for k in range(3)):
            return False
        total = self.winding(p)
        return True if total is None else bool(total % 2) if self.odd else total != 0

    def winding(self, p):
        """How often it winds around p; None if p is on a triangle."""
        x, y, z = p
        total = 0
        for y0, y1, z0, z1, x1, sign, corners in self.boxes:
            if y0 <= y <= y1 and z0 <= z <= z1 and x <= x1:
                side = crossing(p, corners)
                if side is None:
                    return None
                total += sign * side
        return total


def crossing(p, corners):
    """The ray from p along +x, moved by (0, e, e^2): 1 or -1 by the side from which it crosses a triangle, 0 if it does not,
    None if p is on it."""
    x, y, z = (Fraction(v) for v in p)
    a, b, c = (tuple(Fraction(v) for v in corner) for corner in corners)
    signs = []
    for (_, ay, az), (_, by, bz) in ((a, b), (b, c), (c, a)):
        value = (by - ay) * (z - az) - (bz - az) * (y - ay)
        value = value or -(bz - az) or (by - ay)
        if value == 0:
            return 0
        signs.append(value > 0)
    if not (signs[0] == signs[1] == signs[2]):
        return 0
    u, v = tuple(b[k] - a[k] for k in range(3)), tuple(c[k] - a[k] for k in range(3))
    n = cross(u, v)
    height = dot(n, (x - a[0], y - a[1], z - a[2]))
    if n[0] == 0:
        return 0
    if height == 0:
        return None
    if (height > 0) == (n[0] > 0):
        return 0
    return 1 if n[0] > 0 else -1


# ---------------------------------------------------------------------------------------------------------------------
# Motion: where joints are at a moment, and how fast they may be between two
# ---------------------------------------------------------------------------------------------------------------------

ARC_BITS = 300


class Straight:
    """a + t (b - a), for the doubles a and b: three roundings."""

    def __init__(self, a, b):
        self.a, self.b = a, b
        self.way = b - a
        self.rate = abs(b - a) * UP + 4 * U * (abs(a) + abs(b)) if a != b else 0.0
        self.error = 4 * U * (abs(a) + abs(b))

    def value(self, t):
        if t == 0 or self.a == self.b:
            return self.a, 0.0
        return (self.b, 0.0) if t == 1 else (self.a + t * self.way, self.error)

    def bounds(self, low, high):
        return self.rate, 0.0


class Polynomial:
    """c0 + c1 t + ... + c5 t^5. `sums` are the C_k of docs/proofs/motion.md; Horner's rule is within 16 u of them."""

    def __init__(self, c):
        self.levels, level = [], list(c)
        for _ in range(6):
            self.levels.append((level, sum(map(abs, level)) * UP))
            level = [j * level[j] for j in range(1, len(level))] + [0.0]
        # One that stands still is exact.
        self.error = 16 * U * (self.levels[0][1] + self.levels[1][1] + self.levels[2][1]) * UP + UNDERFLOW if any(c[1:]) else 0.0
        self.room = 32 * U * sum(total for _, total in self.levels[1:]) - 24 * U * self.levels[0][1]

    def at(self, k, t):
        value = 0.0
        for c in reversed(self.levels[k][0]):
            value = value * t + c
        return value

    def value(self, t):
        return self.at(0, t), 16 * U * self.levels[0][1]

    def bounds(self, low, high):
        """Taylor's formula about the middle, which ends with the fifth derivative: bounds of |p'| and |p''|."""
        middle, half = (low + high) / 2, (high - low) / 2 * UP + 4 * U
        size = [abs(self.at(k, middle)) + 32 * U * self.levels[k][1] for k in range(6)]
        return (size[1] + half * (size[2] + half / 2 * (size[3] + half / 3 * (size[4] + half / 4 * size[5])))) * UP, \
               (size[2] + half * (size[3] + half / 2 * (size[4] + half / 3 * size[5]))) * UP


class Arc:
    """p + u (cos x - 1) + v sin x, x = begin + sweep t; all of it with integers, rounded once in the end."""

    def __init__(self, p, u, v, begin, sweep):
        self.numbers = (p, u, v, begin, sweep)
        self.p, self.u, self.v, self.begin, self.sweep = (fixed(x, ARC_BITS) for x in self.numbers)
        self.size = abs(u) + abs(v)
        # More than all that is cut off; the sum is rounded once.
        self.error = 2.0 ** -280 * (self.size + 1)
        a = begin + sweep
        g, h = min(1.0, a), min(2.0, a * a / 2)
        odd, even = abs(v) + abs(u) * g, abs(u) + abs(v) * g
        least = abs(v) * g + abs(u) * h
        self.room = U * (64 * (sweep * odd + sweep ** 2 * even + sweep ** 3 * odd) - 16 * least - 4 * abs(p))

    def turn(self, t):
        x = self.begin + (self.sweep * fixed(t, ARC_BITS) >> ARC_BITS)
        return sincos_fixed(x, ARC_BITS)

    def value(self, t):
        s, c = self.turn(t)
        value = (self.p << ARC_BITS) + self.u * (c - (1 << ARC_BITS)) + self.v * s
        value = value / (1 << 2 * ARC_BITS)
        return value, (2 * U * abs(value) + self.error) * UP

    def bounds(self, low, high):
        _, u, v, _, w = self.numbers
        s, c = (x / (1 << ARC_BITS) for x in self.turn((low + high) / 2))
        half = (high - low) / 2 * UP + 4 * U
        rate = abs(v * c - u * s) + 8 * U * self.size
        bend = abs(u * c + v * s) + 8 * U * self.size
        return w * (rate + half * w * (bend + half * w * self.size)) * UP, w * w * (bend + half * w * self.size) * UP


class Turn:
    """From the rotation of one quaternion to that of another, evenly, the short way: axis in the moving frame and angle."""

    def __init__(self, a, b):
        self.start = quaternion_pose(a)
        fa, fb = [Fraction(x) for x in a], [Fraction(x) for x in b]
        x, y, z, w = (-fa[0], -fa[1], -fa[2], fa[3])
        X, Y, Z, W = fb
        scalar = w * W - x * X - y * Y - z * Z
        vector = [w * X + x * W + y * Z - z * Y, w * Y - x * Z + y * W + z * X, w * Z + x * Y - y * X + z * W]
        if scalar < 0:
            scalar, vector = -scalar, [-v for v in vector]
        square = sum(v * v for v in vector)
        self.axis, self.angle, self.error = (0.0, 0.0, 1.0), 0.0, 0.0
        if square:
            bits = 2 * FIXED
            # All of it over the length of the product of both quaternions, as integers.
            length = math.isqrt(int((square + scalar * scalar) * (1 << 2 * bits)))
            sine = (math.isqrt(int(square * (1 << 2 * bits))) << bits) // length
            cosine = (int(scalar * (1 << bits)) << bits) // length
            x, off = angle_fixed(sine, cosine, bits)
            size = math.isqrt(int(square * (1 << 2 * bits)))
            if not size:
                raise NotSupported('a rotation of less than 1e-60')
            self.axis = tuple(int(v * (1 << 2 * bits)) / (size << bits) for v in vector)
            self.angle = 2 * x / (1 << bits)
            self.error = 4 * U * self.angle + 4 * off / (1 << bits)

    def pose(self, t):
        if t == 0 or self.angle == 0:
            return self.start
        return compose(self.start, rotation_about(self.axis, t * self.angle, self.error + 2 * U * self.angle))


class Segment:
    """One segment of a path: a curve for each degree of freedom, a turn for each floating joint (by its first number)."""

    def __init__(self, curves, turns):
        self.curves, self.turns = curves, turns
        self.moments, self.known = {}, {}

    def forget(self):
        self.moments, self.known = {}, {}

    def value(self, joint, t):
        """Of a joint with one number: where it is, and what that may be off by."""
        kind = joint.source[0]
        if kind == 'dof':
            return self.curves[joint.source[1]].value(t)
        if kind == 'const':
            return joint.source[1][0], joint.source[2]
        value, error = self.value(joint.source[1], t)
        if kind == 'linear':
            _, _, m, b = joint.source
            own = m * value + b
            return own, (abs(m) * error + 2 * U * (abs(m * value) + abs(own))) * UP
        return joint.source[2].value(value, error)

    def bounds(self, joint, low, high):
        """Of a joint with one number: bounds of its first and second derivative."""
        key = (joint.frame, low, high)
        found = self.known.get(key)
        if found is None:
            kind = joint.source[0]
            if kind == 'dof':
                found = self.curves[joint.source[1]].bounds(low, high)
            elif kind == 'const':
                found = 0.0, 0.0
            else:
                rate, bend = self.bounds(joint.source[1], low, high)
                if kind == 'linear':
                    m = abs(joint.source[2]) * UP
                    found = m * rate, m * bend
                elif rate == 0:
                    found = 0.0, 0.0
                else:
                    g1, g2 = joint.source[2].bounds(*self.range(joint.source[1], low, high))
                    found = g1 * rate * UP, (g2 * rate * rate + g1 * bend) * UP
            self.known[key] = found
        return found

    def range(self, joint, low, high, more=0.0):
        """An interval that holds all values of a joint between two moments."""
        rate, _ = self.bounds(joint, low, high)
        (a, e), (b, f) = self.value(joint, low), self.value(joint, high)
        # Nowhere farther from the nearer end than half the time times the rate.
        middle = ((a + b) / 2, (abs(a - b) / 2 + rate * (high - low) / 2 + e + f + more) * UP + 4 * U * (abs(a) + abs(b)))
        return middle[0] - middle[1], middle[0] + middle[1]


class Kinematics:
    """Poses of frames at moments of a segment, and the joints between two frames."""

    def __init__(self, cell):
        self.cell = cell
        self.tolerances = cell.tolerances      # of degrees of freedom; a part of a certificate of delays has others
        self.chains = {}
        self.constant = {}
        for joint in cell.joints[1:]:
            if joint.kind == 'fixed':
                self.constant[joint.frame] = joint.placement
            elif not joint.moves():
                self.constant[joint.frame] = self.local(joint, None, 0.0)
        self.rooted = {}

    def local(self, joint, segment, t):
        """Pose of a joint's frame in that of its parent."""
        own, kind = joint.placement, joint.kind
        if kind == 'planar' or kind == 'floating':
            if joint.source[0] == 'const':
                values = [(x, 0.0) for x in joint.source[1]]
                turn = quaternion_pose(joint.source[1][3:]) if kind == 'floating' else None
            else:
                first = joint.source[1]
                values = [segment.curves[first + k].value(t) for k in range(3)]
                turn = segment.turns[first].pose(t) if kind == 'floating' else None
            size = sum(abs(v) for v, _ in values[:3]) * UP
            error = sum(e for _, e in values[:3]) * UP
            if kind == 'floating':
                slide = (IDENTITY, tuple(v for v, _ in values[:3]), 0.0, error)
                return compose(compose(own, slide), turn)
            (x, _), (y, _), (angle, e) = values
            p, q = joint.plane
            slide = (IDENTITY, tuple(x * p[k] + y * q[k] for k in range(3)), 0.0, error + 16 * U * size)
            return compose(compose(own, slide), rotation_about(joint.axis, angle, e))
        value, error = (joint.source[1][0], joint.source[2]) if joint.source[0] == 'const' else segment.value(joint, t)
        if kind == 'prismatic':
            a = joint.axis
            return compose(own, (IDENTITY, (value * a[0], value * a[1], value * a[2]), 0.0, (error + 6 * U * abs(value)) * UP))
        return compose(own, rotation_about(joint.axis, value, error))

    def pose(self, segment, t, top, frame):
        """Pose of a frame in that of an ancestor."""
        moment = segment.moments.get(t)
        if moment is None:
            if len(segment.moments) > 4000:
                segment.moments.clear()
            moment = segment.moments[t] = ({}, {})
        return self._pose(segment, t, moment, top, frame)

    def _pose(self, segment, t, moment, top, frame):
        relative, local = moment
        found = relative.get((top, frame))
        if found is None:
            if frame == top:
                found = (IDENTITY, ORIGIN, 0.0, 0.0)
            else:
                joint = self.cell.joints[frame]
                own = self.constant.get(frame)
                if own is None:
                    own = local.get(frame)
                    if own is None:
                        own = local[frame] = self.local(joint, segment, t)
                found = own if joint.parent == top else compose(self._pose(segment, t, moment, top, joint.parent), own)
            relative[top, frame] = found
        return found

    def chain(self, top, frame):
        """Joints that move or stray between two frames, distal first."""
        found = self.chains.get((top, frame))
        if found is None:
            found, f = [], frame
            while f != top:
                joint = self.cell.joints[f]
                if joint.moves() or self.cell.strays(joint):
                    found.append(joint)
                f = joint.parent
            self.chains[top, frame] = found
        return found

    def stray(self, joint, segment, low, high):
        """By how much a joint with one number may be away from where it should be, between two moments."""
        if joint.source[0] == 'dof':
            return self.tolerances[joint.source[1]]
        if joint.held is not None:
            return joint.tracking
        name, m, _, law = joint.follows
        leader = self.cell.find_joint(joint.robot, name)
        by = self.stray(leader, segment, low, high)
        if by == 0:
            return joint.tracking
        if law is None:
            return (joint.tracking + abs(m) * by) * UP
        compiled = joint.source[2] if joint.source[0] == 'law' else Law(law, joint.name)
        rate, _ = compiled.bounds(*segment.range(leader, low, high, by))
        return (joint.tracking + rate * by) * UP

    def terms(self, joint, segment, low, high):
        """Turns and slides of a joint, distal first: (turns, axis in its frame, rate, second derivative, stray)."""
        kind, key = joint.kind, ('terms', joint.frame, low, high)
        found = segment.known.get(key)
        if found is not None:
            return found
        if kind in ('planar', 'floating'):
            turning = 2 if kind == 'planar' else 3
            if joint.source[0] == 'const':
                rates = [(0.0, 0.0)] * (turning + 1)
                axis = joint.axis
            else:
                first = joint.source[1]
                rates = [segment.curves[first + k].bounds(low, high) for k in range(3)]
                axis = joint.axis
                if kind == 'floating':
                    turn = segment.turns[first]
                    rates.append(((turn.angle + turn.error) * UP, 0.0))
                    axis = turn.axis
            loose = [joint.tracking] * (turning + 1) if joint.source[0] == 'const' else self.tolerances[first:first + turning + 1]
            found = [(k == turning, axis, rates[k][0], rates[k][1], loose[k]) for k in range(turning, -1, -1)]
        else:
            rate, bend = segment.bounds(joint, low, high)
            found = [(kind != 'prismatic', joint.axis, rate, bend, self.stray(joint, segment, low, high))]
        found = [term for term in found if term[2] or term[3] or term[4]]
        segment.known[key] = found
        return found


# ---------------------------------------------------------------------------------------------------------------------
# One slab
# ---------------------------------------------------------------------------------------------------------------------

class Side:
    """A section of a body, and the direction from it to the other side."""

    def __init__(self, body, section, top):
        self.body, self.frame, self.section, self.top = body, body.frame, section, top


class Pair:
    """What is asked of two bodies. `least` does not count what joints stray by, which depends on where they are."""

    def __init__(self, cell, a, b, clearance, tracking):
        self.a, self.b = a, b
        self.A, self.B = cell.bodies[a], cell.bodies[b]
        self.names = (self.A.name, self.B.name)
        self.top = cell.ancestor(self.A.frame, self.B.frame)
        self.distance = (clearance + self.A.padding + self.B.padding) * UP
        self.tracking = tracking
        self.margin = 0.0


class Prover:
    """Shows that sections stay apart. All bounds are those of the header."""

    def __init__(self, kinematics):
        self.kinematics = kinematics
        self.segment = None

    def pose(self, t, top, frame):
        return self.kinematics.pose(self.segment, t, top, frame)

    def end(self, side, n, length, t, vague):
        """An upper bound of n.x over a section at a moment, in the frame of the common ancestor; n may be off by `vague`."""
        pose = self.pose(t, side.top, side.frame)
        section = side.section
        origin = norm_up(pose[1])
        size = section.size
        shift = dot(n, pose[1])
        best = -INF
        error = length * (pose[2] * size + pose[3] + section.slack + 64 * U * (size + origin)) + vague * (size + origin)
        if section.points or section.shapes:
            best = section.top(turned_back(pose, n), length * (1 + 2 * pose[2]) * UP) + shift
        for half in section.halves:
            # n is its normal: all of it lies below its offset.
            inner = half.offset + dot(turned(half.pose, half.normal), half.pose[1])
            own = abs(half.offset) + norm_up(half.pose[1])
            error += (half.pose[2] + 16 * U) * own + half.pose[3]
            best = max(best, inner + shift)
        return best + error * UP + TINY

    def bend(self, side, n, length, low, high):
        """Bounds of |e.p''| between two moments, per unit of |n|, and of what straying joints carry points by."""
        terms, reach, width = [], 0.0, high - low
        section, stray = side.section, 0.0
        pose = self.pose(low, side.top, side.frame)
        centre = apply(pose, section.centre)
        for joint in self.kinematics.chain(side.top, side.frame):
            own = self.kinematics.terms(joint, self.segment, low, high)
            if not own:
                continue
            at = self.pose(low, side.top, joint.frame)
            for turns, axis, rate, second, loose in own:
                if turns:
                    if section.halves:
                        raise NotSupported('a half-space that turns against the other body ("%s")' % side.body.name)
                    a, arm = turned(at, axis), minus(centre, at[1])
                    # A floating joint strays about any axis.
                    across = arm if joint.kind == 'floating' and loose else cross(a, arm)
                    doubt = 2 * (pose[3] + at[3]) + (pose[2] + 2 * at[2] + 32 * U) * (norm_up(arm) + norm_up(centre) + section.size)
                    rho = (norm_up(across) + section.radius + reach + doubt) * UP
                    tilt = norm_up(cross(a, n)) / length + 2 * at[2] + 32 * U
                else:
                    rho, tilt = 1.0, 1.0
                reach = (reach + (width * rate + loose) * rho) * UP
                stray += loose * rho
                terms.append((turns, rate, second, rho, tilt))
        total = before = turned_by = 0.0
        for turns, rate, second, rho, tilt in reversed(terms):
            if turns:
                tilt = min(1.0, tilt + width * turned_by)
                turned_by += rate
            total += rate * rho * ((rate * tilt if turns else 0.0) + 2 * before) + second * rho * tilt
            if turns:
                before += rate * tilt
        return total * UP * UP, stray * UP * UP

    def direction(self, pair, one, other, n):
        """The direction of a slab as it is used, its length and what it may be off by: where a half-space is, its normal."""
        length = norm_up(n)
        halves = [(side, half, sign) for side, sign in ((one, 1.0), (other, -1.0)) for half in side.section.halves]
        if not halves:
            return n, length, 0.0
        if len(halves) > 1:
            return None
        side, half, sign = halves[0]
        pose = self.pose(0.0, side.top, side.frame)
        normal = turned(pose, turned(half.pose, half.normal))
        if not norm_up(minus(normal, tuple(sign * x / length for x in n))) < 6e-5:
            return None
        return tuple(sign * x for x in normal), norm_up(normal), pose[2] + half.pose[2] + 32 * U

    def holds(self, pair, one, other, n, low, high, steps):
        """Whether two sections stay apart along n, from B's side to A's, by what the pair needs."""
        used = self.direction(pair, one, other, n)
        if used is None:
            return False
        n, length, vague = used
        back = (-n[0], -n[1], -n[2])
        gaps = {}

        def gap(t):
            if t not in gaps:
                gaps[t] = -(self.end(other, back, length, t, vague) + self.end(one, n, length, t, vague)) \
                          - 4 * U * length * (one.section.size + other.section.size)
            return gaps[t]

        least = length * (pair.distance + pair.tracking + pair.margin) * UP + TINY
        stack = [(low, high)]
        while stack:
            a, b = stack.pop()
            near = min(gap(a), gap(b))
            if not near > least or len(gaps) > steps:
                return False
            bend_a, stray_a = self.bend(one, n, length, a, b)
            bend_b, stray_b = self.bend(other, back, length, a, b)
            need = length * (pair.distance + max(pair.tracking, stray_a + stray_b) + pair.margin) * UP + TINY
            if near - length * (bend_a + bend_b) * (b - a) * (b - a) / 8 * UP * UP > need:
                continue
            middle = (a + b) / 2
            if not a < middle < b:
                return False
            stack += [(middle, b), (a, middle)]
        return True


# ---------------------------------------------------------------------------------------------------------------------
# Coverage: boxes (elements of A from, to, elements of B from, to, time from, to) fill everything
# ---------------------------------------------------------------------------------------------------------------------

def fills_time(boxes):
    end = 0.0
    for low, high in sorted((box[4], box[5]) for box in boxes):
        if low > end:
            return False
        end = max(end, high)
        if end >= 1:
            return True
    return False


def covered(boxes, count_a, count_b):
    """Elements are cut in two at an end of some box, until those boxes that have all of a part fill the time there."""
    stack = [(0, count_a, 0, count_b, boxes)]
    while stack:
        a0, a1, b0, b1, near = stack.pop()
        whole = [x for x in near if x[0] <= a0 and x[1] >= a1 and x[2] <= b0 and x[3] >= b1]
        if fills_time(whole):
            continue
        cut = None
        for x in near:
            if a0 < x[0] < a1 or a0 < x[1] < a1:
                cut = (0, x[0] if a0 < x[0] < a1 else x[1])
                break
            if b0 < x[2] < b1 or b0 < x[3] < b1:
                cut = (2, x[2] if b0 < x[2] < b1 else x[3])
                break
        if cut is None:
            return False
        axis, at = cut
        for part in (((a0, at, b0, b1), (at, a1, b0, b1)) if axis == 0 else ((a0, a1, b0, at), (a0, a1, at, b1))):
            stack.append(part + ([x for x in near if x[0] < part[1] and x[1] > part[0] and x[2] < part[3] and x[3] > part[2]],))
    return True


# ---------------------------------------------------------------------------------------------------------------------
# The certificate as a file
# ---------------------------------------------------------------------------------------------------------------------

KEYS = ('surepath-certificate', 'program', 'method', 'settings', 'files', 'model', 'dofs', 'interpolation', 'rotations', 'wrap',
        'waypoints', 'lower', 'upper', 'tolerances', 'bodies', 'pairs', 'assumptions', 'orders', 'slabs')
OPTIONAL = ('coefficients', 'arcs', 'crowd', 'sweeps', 'glances')
REASONS = ('same-link', 'rigid', 'static', 'disabled', 'allowed', 'elsewhere')


class CertificateReader(Reader):
    """Checks types and lengths; what numbers mean is for the verifier."""

    def read(self, root):
        c = self.obj(root, 'the certificate', KEYS, OPTIONAL)
        version = c['surepath-certificate']
        if isinstance(version, bool) or version != 1:
            raise BadInput('%s: this certificate has version %s; version 1 is understood' % (self.name, str(version)[:40]))
        for key in ('program', 'method'):
            self.text(c[key], key)
        if not isinstance(c['settings'], dict) or any(not isinstance(x, (str, bool, int, float)) for x in c['settings'].values()):
            fail(self.name, 'settings', 'an object of words, numbers, true or false')
        for item in self.list(c['files'], 'files'):
            name, digest = self.list(item, 'a file', 2)
            self.text(name, 'a file')
            if not re.fullmatch('[0-9a-f]{64}', self.text(digest, 'a file')):
                fail(self.name, 'a file', 'its name and a SHA-256 in lower case')
        if not re.fullmatch('[0-9a-f]{64}', self.text(c['model'], 'model')):
            fail(self.name, 'model', 'a SHA-256 in lower case')
        for key in ('dofs', 'bodies', 'assumptions'):
            self.texts(c[key], key)
        for key, words in (('interpolation', ('straight', 'polynomial', 'circular')), ('rotations', ('slerp, the short way',)),
                           ('wrap', ('literal', 'short'))):
            if self.text(c[key], key) not in words:
                raise BadInput('%s: %s cannot be "%s"' % (self.name, key, c[key][:40]))
        c['waypoints'] = [self.nums(q, 'a waypoint') for q in self.list(c['waypoints'], 'waypoints')]
        for key, end in (('lower', -INF), ('upper', INF)):
            c[key] = [end if x is None else self.num(x, key) for x in self.list(c[key], key)]
        c['tolerances'] = self.nums(c['tolerances'], 'tolerances')
        if not c['waypoints']:
            fail(self.name, 'waypoints', 'one at least')
        count = max(1, len(c['waypoints']) - 1)
        c['pairs'] = [self.pair(p) for p in self.list(c['pairs'], 'pairs')]
        c['orders'] = [self.order(o) for o in self.list(c['orders'], 'orders')]
        tested = [p for p in c['pairs'] if p[2] == 'tested']
        c['slabs'] = [self.slabs(lists, tested) for lists in self.list(c['slabs'], 'slabs', count)]
        if ('coefficients' in c) != (c['interpolation'] != 'straight') or ('arcs' in c) != (c['interpolation'] == 'circular'):
            raise BadInput('%s: coefficients and arcs do not fit the interpolation' % self.name)
        if ('crowd' in c) != ('sweeps' in c):
            raise BadInput('%s: a certificate has sweeps if, and only if, it has a crowd' % self.name)
        if 'crowd' in c:
            c['crowd'] = self.int(c['crowd'], 'crowd', 1)
            c['sweeps'] = [[self.sweeps(x) for x in self.list(own, 'sweeps')] for own in self.list(c['sweeps'], 'sweeps', count)]
        c['coefficients'] = [None if own is None else [self.nums(x, 'coefficients', 6) for x in self.list(own, 'coefficients')]
                             for own in self.list(c.get('coefficients', [None] * count), 'coefficients', count)]
        c['arcs'] = [None if own is None else [self.arc(x) for x in self.list(own, 'arcs')]
                     for own in self.list(c.get('arcs', [None] * count), 'arcs', count)]
        if c['interpolation'] == 'polynomial' and not any(c['coefficients']):
            raise BadInput('%s: the path is polynomial, but no segment is' % self.name)
        if c['interpolation'] == 'circular' and not any(c['arcs']):
            raise BadInput('%s: the path is circular, but no segment is' % self.name)
        c['glances'] = [[tuple(self.nums(x, 'a glance', 3)) for x in self.list(own, 'glances')]
                        for own in self.list(c.get('glances', [[]] * count), 'glances', count)]
        return c

    def pair(self, p):
        p = self.list(p, 'a pair')
        if len(p) < 3 or p[2] not in REASONS + ('tested',):
            raise BadInput('%s: a pair is tested, or has one of the known reasons' % self.name)
        self.list(p, 'a pair', 5 if p[2] == 'tested' else 4)
        head = (self.int(p[0], 'a body'), self.int(p[1], 'a body'), p[2])
        if p[2] == 'tested':
            return head + (self.num(p[3], 'a clearance'), self.num(p[4], 'tracking'))
        return head + (self.text(p[3], 'a detail'),)

    def order(self, o):
        body, piece, triangles = self.list(o, 'an order', 3)
        return self.int(body, 'a body'), self.int(piece, 'a piece'), self.ints(triangles, 'an order')

    def sweeps(self, own):
        own = self.list(own, 'sweeps')
        if not own:
            fail(self.name, 'sweeps', 'those of a body')
        return self.int(own[0], 'a body'), [tuple(self.nums(x, 'a sweep', 3)) for x in own[1:]]

    def arc(self, x):
        x = self.list(x, 'an arc', 5)
        return (self.int(x[0], 'a degree of freedom'),) + tuple(self.nums(x[1:], 'an arc'))

    def slabs(self, lists, tested):
        found = []
        self.list(lists, 'the slabs of a segment', len(tested))
        for own, pair in zip(lists, tested):
            own = self.list(own, 'slabs')
            if len(own) < 2 or self.int(own[0], 'a body') != pair[0] or self.int(own[1], 'a body') != pair[1]:
                raise BadInput('%s: slabs must be listed for the tested pairs, in order' % self.name)
            found.append([self.slab(x) for x in own[2:]])
        return found

    def slab(self, x):
        x = self.list(x, 'a slab', 8)
        sections = [self.ints(s, 'a section', 3) if isinstance(s, list) else self.int(s, 'a section', -1) for s in x[3:5]]
        return self.nums(x[:3], 'a slab') + sections + [tuple(self.nums(x[5:], 'a direction'))]


# ---------------------------------------------------------------------------------------------------------------------
# The path
# ---------------------------------------------------------------------------------------------------------------------

def require_box(cell, c, tolerances):
    """Raises Rejected unless every waypoint lies in the box of the certificate, with what joints may stray. In doubles, as
    docs/certificate.md says: what is in the box is the same for every verifier."""
    count = len(cell.dofs)
    for key in ('lower', 'upper', 'tolerances'):
        if len(c[key]) != count:
            raise Rejected('box', '"%s" has %d numbers for %d degrees of freedom' % (key, len(c[key]), count))
    for i, q in enumerate(c['waypoints']):
        if len(q) != count:
            raise Rejected('path', 'waypoint %d has %d numbers for %d degrees of freedom' % (i, len(q), count))
        for d in range(count):
            if not (q[d] - tolerances[d] >= c['lower'][d] and q[d] + tolerances[d] <= c['upper'][d]):
                raise Rejected('box', '"%s" leaves the box of the certificate at waypoint %d, at %r' % (cell.dofs[d], i, q[d]))


def make_segments(cell, c, tolerances):
    """Segments of the file's numbers. Raises Rejected where they do not join or leave the box."""
    count = len(cell.dofs)
    floats = [d for d in range(count) if cell.units[d] == 'quaternion' and cell.dofs[d].endswith('/qx')]
    require_box(cell, c, tolerances)
    for i, q in enumerate(c['waypoints']):
        for d in floats:
            x, y, z, w = q[d:d + 4]
            squared = x * x + y * y + z * z + w * w
            if not 1e-12 < squared < 1e12:
                raise Rejected('path', 'the quaternion of waypoint %d has the length %r' % (i, math.sqrt(squared)))
    require_laws(cell, c)
    ends = list(zip(c['waypoints'], c['waypoints'][1:])) or [(c['waypoints'][0], c['waypoints'][0])]
    segments = []
    for i, (a, b) in enumerate(ends):
        coefficients, arcs = c['coefficients'][i], c['arcs'][i]
        if arcs is not None and (coefficients is None or not arcs):
            raise Rejected('path', 'segment %d has arcs and no coefficients, or no arcs in a list of them' % i, segment=i)
        if coefficients is None:
            curves = [Straight(a[d], b[d]) for d in range(count)]
        else:
            curves = curved(cell, i, a, b, coefficients, arcs)
        segment = Segment(curves, {d - 3: Turn(a[d:d + 4], b[d:d + 4]) for d in floats})
        segment.straight = coefficients is None
        if coefficients is not None:
            for d in range(count):
                if cell.units[d] != 'quaternion':
                    require_range(cell, c, i, d, curves[d], tolerances[d])
        segments.append(segment)
    return segments


def require_laws(cell, c):
    """The box of a degree of freedom that is followed by a law, with factors and offsets on the way, lies within the law."""
    for joint in cell.joints[1:]:
        if not joint.moves() or joint.source[0] != 'law' or joint.source[2].periodic:
            continue
        leader, m, b, law = joint.source[1], Fraction(1), Fraction(0), joint.source[2]
        while leader.source[0] == 'linear':
            _, above, factor, offset = leader.source
            b += m * Fraction(offset)
            m *= Fraction(factor)
            leader = above
        d = leader.source[1]
        for end in (c['lower'][d], c['upper'][d]):
            if not math.isfinite(end) or not law.x[0] - law.slack <= m * Fraction(end) + b <= law.x[-1] + law.slack:
                raise Rejected('box', 'the box of "%s" leaves the law by which "%s" follows it' % (cell.dofs[d], joint.name))


MOST_COEFFICIENT = 1e12


def curved(cell, i, a, b, coefficients, arcs, joined=None):
    """Curves of a segment from a to b. `joined`: the degrees of freedom that must join them; None is all."""
    count = len(cell.dofs)
    if len(coefficients) != count:
        raise Rejected('path', 'segment %d has coefficients for %d degrees of freedom' % (i, len(coefficients)), segment=i)
    if any(abs(x) > MOST_COEFFICIENT for own in coefficients for x in own):
        raise Rejected('path', 'segment %d has coefficients beyond %g' % (i, MOST_COEFFICIENT), segment=i)
    on_arc, last = {}, -1
    for d, u, v, begin, sweep in arcs or []:
        # Both together are a whole turn at the most, and some u.
        if not (last < d < count and cell.units[d] != 'quaternion' and 0 < max(abs(u), abs(v)) <= MOST_COEFFICIENT and begin >= 0 and sweep > 0
                and begin + sweep <= 2 * math.pi * (1 + 4 * U)) or any(x != 0 for x in coefficients[d][1:]):
            raise Rejected('path', 'segment %d has an arc that makes no sense' % i, segment=i)
        last = d
        on_arc[d] = Arc(coefficients[d][0], u, v, begin, sweep)
    curves = []
    for d, own in enumerate(coefficients):
        if cell.units[d] == 'quaternion':
            if (joined is None or d in joined) and (own[0] != a[d] or own[1] != b[d] or any(own[2:])):
                raise Rejected('path', 'segment %d turns from or to another rotation than its waypoints have' % i, segment=i)
            curves.append(Straight(a[d], b[d]))
            continue
        if d in on_arc:
            curve, room = on_arc[d], 512 * U * (abs(own[0]) + on_arc[d].size)
        else:
            curve = Polynomial(own)
            room = curve.error
        for t, end in ((0.0, a[d]), (1.0, b[d])) if joined is None or d in joined else ():
            if not abs(Fraction(curve.value(t)[0]) - Fraction(end)) <= Fraction(room):
                raise Rejected('path', 'segment %d does not join its waypoint: "%s" is at %r for %r'
                               % (i, cell.dofs[d], curve.value(t)[0], end), segment=i)
        curves.append(curve)
    return curves


def in_wider_box(cell, c, used):
    """A part with its box wider by as much as joints may stray farther (`used`) than its tolerances say. Raises Rejected for a
    waypoint that leaves its own box by its own tolerances."""
    require_box(cell, c, c['tolerances'])
    more = [max(0.0, x - own) * UP + 16 * U * (x + 1) for x, own in zip(used, c['tolerances'])]
    lower = [x - y - 4 * U * abs(x) for x, y in zip(c['lower'], more)]
    upper = [x + y + 4 * U * abs(x) for x, y in zip(c['upper'], more)]
    return dict(c, lower=lower, upper=upper)


def require_range(cell, c, i, d, curve, tolerance):
    """With its tolerance a joint on a curve stays in the box between its waypoints, with the room that docs/proofs/motion.md adds to
    ranges, less what these are computed with."""
    low, high = c['lower'][d], c['upper'][d]

    def out(value):
        raise Rejected('box', '"%s" leaves the box of the certificate on segment %d, at %r' % (cell.dofs[d], i, value), segment=i)

    def inside(value, more):
        room = 4 * U * max(1.0, abs(value))
        return value - more - tolerance >= low - room and value + more + tolerance <= high + room

    stack, steps = [(0.0, 1.0)], 0
    while stack:
        a, b = stack.pop()
        middle, half = (a + b) / 2, (b - a) / 2
        value, error = curve.value(middle)
        if not inside(value, curve.room) or steps > 4000:
            out(value)
        steps += 1
        rate, _ = curve.bounds(a, b)
        if not inside(value, curve.room + error + rate * half):
            # About the middle: its rate there, and the second derivative.
            here, _ = curve.bounds(middle, middle)
            _, bend = curve.bounds(a, b)
            if not inside(value, curve.room + error + half * (here + half / 2 * bend)):
                if b - a < 2.0 ** -40:
                    out(value)
                stack += [(a, middle), (middle, b)]


# ---------------------------------------------------------------------------------------------------------------------
# Everything together
# ---------------------------------------------------------------------------------------------------------------------

class Verifier:
    def __init__(self, model):
        self.model = model
        self.cell = Cell(model)
        self.others = {}
        self.prover = Prover(Kinematics(self.cell))

    def verify(self, c, path=None, tolerances=None, concerns=None):
        """Raises Rejected, or returns counts. `tolerances` and `concerns`: of a part of a certificate of delays, what degrees of
        freedom stray by, and which pairs it is about."""
        cell = self.cell
        self.counts = {'slabs': 0, 'pairs': 0, 'segments': 0, 'sweeps': 0, 'glances': 0}
        self.check_model(c, None if tolerances else cell.tolerances)
        self.prover.kinematics.tolerances = tolerances or cell.tolerances
        self.check_pairs(c, concerns)
        if path is not None:
            check_path(cell, c, path)
        segments = make_segments(cell, c, tolerances or cell.tolerances)
        for body in cell.bodies:
            body.orders, body.sections = {}, {k: v for k, v in body.sections.items() if not isinstance(k, tuple)}
        self.check_orders(c)
        pairs = [Pair(cell, a, b, clearance, tracking) for a, b, reason, *rest in c['pairs'] if reason == 'tested'
                 for clearance, tracking in [rest]]
        self.counts['pairs'] = len(pairs)
        self.counts['segments'] = len(segments)
        before = None
        for i, segment in enumerate(segments):
            self.prover.segment = segment
            look = before is None or not (before.straight and segment.straight)
            crowd = Crowd(self, c, i) if 'crowd' in c else None
            self.glances = []
            for glance in c['glances'][i]:
                self.glances.append(interval(glance, 'glance', segment=i))
                self.counts['glances'] += 1
            for pair, slabs in zip(pairs, c['slabs'][i]):
                self.check_pair(i, pair, slabs, look, crowd)
            if crowd:
                crowd.check_rest(pairs, concerns)
            segment.forget()
            before = segment
        return self.counts

    def check_model(self, c, tolerances):
        cell = self.cell
        if c['model'] != self.model['digest']:
            raise Rejected('model', 'the certificate is about another cell: the model has the digest %s' % self.model['digest'])
        if c['dofs'] != cell.dofs:
            raise Rejected('dofs', 'the degrees of freedom have other names in the cell')
        crowd = c.get('crowd', 0)
        first = len(cell.bodies) - crowd
        if c['bodies'] != [body.name for body in cell.bodies[:max(0, first)]]:
            raise Rejected('bodies', 'the bodies are not those of the cell')
        if crowd and first < cell.obstacles:
            raise Rejected('crowd', 'not all members of the crowd are obstacles')
        if tolerances is not None and not (len(c['tolerances']) == len(tolerances) and all(map(same, c['tolerances'], tolerances))):
            raise Rejected('tolerances', 'the cell has other tolerances')
        if isinstance(c['settings'].get('clearance'), bool) or c['settings'].get('clearance') != self.model['clearance']:
            raise Rejected('clearance', 'the default clearance of the cell is %r' % self.model['clearance'])

    def check_pairs(self, c, concerns):
        cell, first = self.cell, len(c['bodies'])
        strays = any(cell.strays(joint) for joint in cell.joints[1:]) or any(c['tolerances'])
        k, declared, nothing = 0, [], True

        def demand(a, b, entry):
            reason, detail = cell.reason(a, b)
            names = (cell.bodies[a].name, cell.bodies[b].name)
            if reason is None and concerns is not None and not concerns(a, b):
                reason = 'elsewhere'
            if reason is not None:
                good = entry == (a, b, reason, detail)
            else:
                good = entry[:3] == (a, b, 'tested') and same(entry[3], cell.clearance(a, b)) and \
                    (entry[4] >= 0 if strays else same(entry[4], 0.0))
            if not good:
                raise Rejected('pairs', '"%s" and "%s" must be %s' % (names + (reason or 'tested',)), pair=names)
            return reason

        for a in range(first):
            for b in range(a + 1, first):
                if k >= len(c['pairs']):
                    raise Rejected('pairs', 'not all pairs are listed')
                nothing &= demand(a, b, c['pairs'][k]) is not None
                k += 1
        last = (-1, -1)
        for entry in c['pairs'][k:]:
            a, b = entry[:2]
            if not (a < first <= b < len(cell.bodies) and (a, b) > last):
                raise Rejected('pairs', 'pairs are listed that the cell does not have, or not in order')
            last = (a, b)
            if demand(a, b, entry) is not None:
                raise Rejected('pairs', '"%s" and "%s" need no slabs and must not be listed' % (cell.bodies[a].name, cell.bodies[b].name))
        for a in range(len(cell.bodies)):
            for b in range(a + 1, len(cell.bodies)):
                if a >= first and (cell.root[cell.bodies[a].frame] == cell.root[cell.bodies[b].frame] == 0):
                    break
                reason, detail = cell.reason(a, b)
                if reason in ('disabled', 'allowed'):
                    declared.append((a, b, reason, detail))
                nothing &= reason is not None
        if nothing and concerns is None and not self.model['allowNothing']:
            raise Rejected('pairs', 'no pair of bodies is tested: nothing would be shown')
        self.check_assumptions(c, cell.assumptions(declared, nothing))

    def check_assumptions(self, c, mine):
        """Word by word; of bodies that are nearly closed any words will do after the colon, and any body with an open mesh."""
        theirs = c['assumptions']
        if theirs[:len(mine)] != mine:
            raise Rejected('assumptions', 'the assumptions are not those that follow from the cell')
        last = -1
        for text in theirs[len(mine):]:
            found = re.fullmatch('"(.*)" is treated as a surface: .+', text, re.S)
            k = self.cell.number.get(found.group(1), -1) if found else -1
            body = self.cell.bodies[k] if k > last else None
            if body is None or not body.solid or not any(is_open for i, piece in enumerate(body.pieces) if isinstance(piece, Mesh)
                                                         for _, _, is_open in body.solids(i)):
                raise Rejected('assumptions', 'the assumption %s does not follow from the cell' % json.dumps(text[:200]))
            last = k
        named = {text.split('" is treated as a surface: ')[0][1:] for text in theirs[len(mine):]}
        for body in self.cell.bodies[:len(c['bodies'])]:
            if body.name not in named and body.solid and not body.must_be_solid and any(
                    isinstance(piece, Mesh) and nearly_closed(piece) for piece in body.pieces):
                raise Rejected('assumptions', '"%s" is nearly closed and treated as a surface, which must be said' % body.name)

    def check_orders(self, c):
        for b, k, triangles in c['orders']:
            body = self.cell.bodies[b] if b < len(self.cell.bodies) else None
            if body is not None and body.pieces:
                body.require_finished()
            if body is None or k >= len(body.pieces) or not isinstance(body.pieces[k], Mesh) or k in body.orders \
                    or sorted(triangles) != list(range(body.pieces[k].count)):
                raise Rejected('order', 'the order of body %d, piece %d is no permutation of its triangles, or there twice' % (b, k))
            body.orders[k] = triangles

    def check_pair(self, i, pair, slabs, look, crowd):
        prover = self.prover
        A, B = pair.A, pair.B
        place = {'pair': pair.names, 'segment': i}
        pair.margin = self.margin(pair)
        boxes = []
        for number, slab in enumerate(slabs):
            low, high = interval(slab[:3], 'slab', slab=number, **place)
            one, other = A.section(slab[3], 20000), B.section(slab[4], 20000)
            if one is None or other is None:
                raise Rejected('slab', 'the slab speaks of a part that is not there', slab=number, **place)
            n = slab[5]
            if not 0.25 <= n[0] * n[0] + n[1] * n[1] + n[2] * n[2] <= 4:
                raise Rejected('slab', 'the direction of the slab has no length from 0.5 to 2', slab=number, **place)
            if not prover.holds(pair, Side(A, one[0], pair.top), Side(B, other[0], pair.top), n, low, high, STEPS):
                raise Rejected('slab', 'the slab could not be shown: the two do not stay apart along its direction from %r to %r'
                               % (low, high), slab=number, **place)
            self.counts['slabs'] += 1
            boxes.append((one[1], one[2], other[1], other[2], low, high))
        a, b = A.count, B.count
        if not (a and b):
            return
        if crowd:
            boxes += crowd.boxes(pair)
        if not covered(boxes, a, b):
            boxes += self.looked(pair, boxes)
        if not covered(boxes, a, b):
            raise Rejected('coverage', 'slabs and glances leave something out', **place)
        if look and not any(x[0] == 0 and x[1] == a and x[2] == 0 and x[3] == b and x[4] == 0 for x in boxes):
            self.check_inside(pair, place)

    def looked(self, pair, boxes):
        """Boxes of the glances at which a pair is seen to be apart: by balls, and where that is not enough by what the bodies are."""
        a, b = pair.A.count, pair.B.count
        whole = [x for x in boxes if x[0] == 0 and x[1] == a and x[2] == 0 and x[3] == b]
        found, open_ = [], []
        for low, high, t in self.glances:
            if self.glimpse(pair, low, high, t, True):
                found.append((0, a, 0, b, low, high))
            else:
                open_.append((low, high, t))
        if open_ and not covered(boxes + found, a, b):
            for low, high, t in open_:
                # Where the time of a glance is filled already it need not be looked at.
                filled = fills_time([(0, 0, 0, 0, 0.0, low), (0, 0, 0, 0, high, 1.0)] + whole + found)
                if not filled and self.glimpse(pair, low, high, t, False):
                    found.append((0, a, 0, b, low, high))
        return found

    def glimpse(self, pair, low, high, t, balls):
        one, other = (Side(body, body.ball() if balls else body.whole(), pair.top) for body in (pair.A, pair.B))
        if one.section.halves or other.section.halves:
            return False
        ends = [apply(self.prover.pose(t, pair.top, side.frame), side.section.centre) for side in (one, other)]
        n = minus(ends[1], ends[0])
        length = norm_up(n)
        if not length > 1e-9:
            return False
        n = tuple(x / length for x in n)
        if balls:
            return length > (one.section.radius + other.section.radius) and self.prover.holds(pair, one, other, n, low, high, 16)
        for n in (n, self.apart(one, other, t)):
            if n and self.prover.holds(pair, one, other, n, low, high, 64):
                return True
        return False

    def apart(self, one, other, t):
        """The direction between the nearest points of the hulls of two sections, about: simplices of their difference, as of
        Gilbert, Johnson and Keerthi. Nothing is proven by it."""
        p, q = self.prover.pose(t, one.top, one.frame), self.prover.pose(t, other.top, other.frame)

        def far(section, pose, v):
            m = turned_back(pose, v)
            at = None
            if section.points:
                best, part, values = section.farthest(m, 1.001)
                at = part[values.index(best)]
            for shape in section.shapes:
                if at is None or shape.top(m) > dot(m, at):
                    steps = [[tuple(m[j] + h * (j == k) for j in range(3)) for h in (1e-6, -1e-6)] for k in range(3)]
                    at = tuple((shape.top(up) - shape.top(down)) / 2e-6 for up, down in steps)
            return apply(pose, at)

        v, simplex, best, found = minus(apply(q, other.section.centre), apply(p, one.section.centre)), [], -INF, None
        for _ in range(40):
            length = math.sqrt(dot(v, v))
            if length < 1e-9:
                break
            n = tuple(x / length for x in v)
            w = minus(far(other.section, q, tuple(-x for x in n)), far(one.section, p, n))
            gap = dot(n, w)
            if gap > best:
                best, found = gap, n
            if simplex and gap > length - 1e-6 - 1e-4 * length:
                break
            simplex, v = nearest(simplex + [w])
        return found

    def margin(self, pair):
        """What the computed place of a vertex of one body, seen from the other, may be off by at the beginning of the segment."""
        poses = [self.prover.pose(0.0, pair.top, body.frame) for body in (pair.A, pair.B)]
        # No point of either is farther from the origin of the other, or of the common ancestor.
        reach = sum(body.whole().size + norm_up(pose[1]) for body, pose in zip((pair.A, pair.B), poses))
        return 2 * sum(pose[3] + (pose[2] + 32 * U) * reach for pose in poses) * UP

    def check_inside(self, pair, place):
        """One vertex of each component, or the centre of each shape, against the solids of the other body."""
        for body in (pair.A, pair.B):
            body.require_finished()
        for body, other in ((pair.A, pair.B), (pair.B, pair.A)):
            shells = [shell for k, piece in enumerate(other.pieces) if isinstance(piece, Mesh)
                      for _, own, _ in other.solids(k) for shell in own]
            if not shells:
                continue
            p, q = (self.prover.pose(0.0, pair.top, x.frame) for x in (body, other))
            for k, piece in enumerate(body.pieces):
                if isinstance(piece, Mesh):
                    points = [point for point, _, _ in body.solids(k)]
                elif piece.kind == 'half-space':
                    # It has no end: it is in no mesh, and slabs have it as the solid that it is.
                    continue
                else:
                    points = [piece.pose[1] if piece.kind != 'hull' else apply(piece.pose, piece.points[0])]
                for point in points:
                    seen = turned_back(q, minus(apply(p, point), q[1]))
                    if any(shell.contains(seen) for shell in shells):
                        raise Rejected('contained', 'a part of "%s" lies inside of "%s" at the beginning' % (body.name, other.name), **place)


class Crowd:
    """Sweeps of one segment: boxes of bodies that move, in the world, and of the members of the crowd."""

    AXES = ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, -1.0))

    def __init__(self, verifier, c, i):
        self.verifier, self.cell, self.segment = verifier, verifier.cell, i
        self.first = len(c['bodies'])
        self.sweeps, last = {}, -1
        for body, own in c['sweeps'][i]:
            if not last < body < self.first:
                raise Rejected('sweep', 'sweeps are listed for bodies that are not there, or not in order', segment=i)
            last = body
            self.sweeps[body] = [interval(x, 'sweep', segment=i) for x in own]
            verifier.counts['sweeps'] += len(own)
        self.made = {}
        if not hasattr(verifier, 'members') or verifier.members[0] != self.first:
            verifier.members = (self.first, [self.box(body, None, None, 1) for body in self.cell.bodies[self.first:]])
        self.members = verifier.members[1]

    def box(self, body, low, high, parts):
        """Six ends of a body, padding and what joints stray by included; from low to high, or where it stands."""
        prover, section = self.verifier.prover, body.whole()
        if section.halves:
            return [INF] * 6
        side = Side(body, section, 0)
        pose = prover.pose(0.0, 0, body.frame)
        room = body.padding + 8 * (pose[3] + (pose[2] + 32 * U) * (section.size + norm_up(pose[1])))
        if low is None:
            return [prover.end(side, e, 1.0, 0.0, 0.0) + room for e in self.AXES]
        ends = [-INF] * 6
        for k in range(parts):
            a, b = low + (high - low) * k / parts, low + (high - low) * (k + 1) / parts if k + 1 < parts else high
            for j, e in enumerate(self.AXES):
                bend, stray = prover.bend(side, e, 1.0, a, b)
                end = max(prover.end(side, e, 1.0, t, 0.0) for t in (a, b))
                ends[j] = max(ends[j], (bend * (b - a) * (b - a) / 8 * UP + stray + room) * UP + end)
        return ends

    def cleared(self, a, member, clearance, fine):
        """Intervals of sweeps whose box is farther from that of a member than the clearance."""
        key = (a, fine)
        if key not in self.made:
            body = self.cell.bodies[a]
            self.made[key] = [(low, high, self.box(body, low, high, 32 if fine else 4)) for low, high, _ in self.sweeps.get(a, [])]
        other, found = self.members[member - self.first], []
        for low, high, own in self.made[key]:
            for j in (0, 2, 4):
                # The difference is off by less than UP allows for.
                if max(-other[j + 1] - own[j], -own[j + 1] - other[j]) > clearance * UP + 1e-14 * (abs(own[j]) + abs(other[j])):
                    found.append((low, high))
                    break
        return found

    def boxes(self, pair):
        """Boxes of coverage for a pair with a member; none for others."""
        if pair.b < self.first:
            return []
        a, b = pair.A.count, pair.B.count
        return [(0, a, 0, b, low, high) for low, high in self.cleared(pair.a, pair.b, self.cell.clearance(pair.a, pair.b), True)]

    def check_rest(self, listed, concerns):
        """Every body that moves, and every member that it has no slabs with."""
        cell = self.cell
        known = {(pair.a, pair.b) for pair in listed}
        for a in range(self.first):
            if cell.root[cell.bodies[a].frame] == 0:
                continue
            for b in range(self.first, len(cell.bodies)):
                if (a, b) in known:
                    continue
                clearance = cell.clearance(a, b)
                for fine in (False, True):
                    if fills_time([(0, 0, 0, 0, low, high) for low, high in self.cleared(a, b, clearance, fine)]):
                        break
                else:
                    if cell.reason(a, b)[0] is None and (concerns is None or concerns(a, b)):
                        names = (cell.bodies[a].name, cell.bodies[b].name)
                        raise Rejected('coverage', 'neither sweeps nor slabs keep them apart at all times', pair=names, segment=self.segment)


def nearest(points):
    """The part of a simplex that has its nearest point to the origin inside, and that point; about."""
    best = None
    for mask in range(1, 1 << len(points)):
        own = [points[k] for k in range(len(points)) if mask >> k & 1]
        edges = [minus(x, own[0]) for x in own[1:]]
        # own[0] + sum of w e is shortest where it is across all edges: elimination.
        rows = [[dot(e, f) for f in edges] + [-dot(e, own[0])] for e in edges]
        size = len(rows)
        for i in range(size):
            pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
            rows[i], rows[pivot] = rows[pivot], rows[i]
            if abs(rows[i][i]) < 1e-18:
                break
            for r in range(size):
                if r != i:
                    factor = rows[r][i] / rows[i][i]
                    rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i])]
        else:
            weights = [rows[i][size] / rows[i][i] for i in range(size)]
            if all(x >= 0 for x in weights) and sum(weights) <= 1:
                v = tuple(own[0][k] + sum(w * e[k] for w, e in zip(weights, edges)) for k in range(3))
                if best is None or dot(v, v) < dot(best[1], best[1]):
                    best = (own, v)
    own, v = best
    return own[-3:], v


def check_path(cell, c, name):
    """A path of straight segments as JSON, {"joints", "waypoints"}, must be the certificate's to the bit. Its numbers are taken
    literally, whatever the certificate says about how they were derived."""
    reader = Reader(name)
    root = parse_json(read_bytes(name), name)
    if not isinstance(root, dict) or 'joints' not in root or 'waypoints' not in root \
            or not set(root) <= {'joints', 'waypoints', 'times'}:
        raise NotSupported('--path for anything but {"joints", "waypoints"} with straight segments')
    if c['interpolation'] != 'straight':
        raise Rejected('path', 'the certificate is about another path: the segments of this one are straight')
    joints = reader.texts(root['joints'], 'joints')
    if sorted(joints) != sorted(cell.dofs):
        raise NotSupported('--path that does not name all degrees of freedom, each once')
    waypoints = [reader.nums(q, 'a waypoint', len(joints)) for q in reader.list(root['waypoints'], 'waypoints')]
    at = [joints.index(d) for d in cell.dofs]
    if len(waypoints) != len(c['waypoints']) or any(len(q) != len(at) or not all(same(q[d], p[k]) for d, k in enumerate(at))
                                                    for q, p in zip(c['waypoints'], waypoints)):
        raise Rejected('path', 'the certificate is about another path')


def same(x, y):
    return struct.pack('<d', x) == struct.pack('<d', y)


def interval(numbers, what, **place):
    """From t - before to t + after, cut at 0 and 1; and t."""
    t, before, after = numbers
    if not (0 <= t <= 1 and before >= 0 and after >= 0):
        raise Rejected(what, 'a %s needs a time from 0 to 1, and lengths of at least 0' % what, **place)
    low, high = max(0.0, t - before), min(1.0, t + after)
    return (low, high) if what == 'slab' else (low, high, t)


# ---------------------------------------------------------------------------------------------------------------------
# Delays: tracks that are free for every start of each robot within its delay (docs/proofs/free.md, 15)
# ---------------------------------------------------------------------------------------------------------------------

class Track:
    """Degrees of freedom, times, and a curve for each of them on every segment. Before and after it stands."""

    def __init__(self, reader, cell, x):
        reader.obj(x, 'a track', ('name', 'dofs', 'times', 'waypoints', 'coefficients'), ('arcs',))
        self.name = reader.text(x['name'], 'a name')
        self.dofs = reader.ints(x['dofs'], 'degrees of freedom')
        self.times = reader.nums(x['times'], 'times')
        self.waypoints = [reader.nums(q, 'a waypoint') for q in reader.list(x['waypoints'], 'waypoints')]
        if not self.waypoints:
            fail(reader.name, 'the waypoints of a track', 'one at least')
        count = max(1, len(self.waypoints) - 1)
        own = reader.list(x['coefficients'], 'coefficients', count)
        arcs = reader.list(x.get('arcs', [None] * count), 'arcs', count)
        self.curves, self.straight = [], []
        if any(d >= len(cell.dofs) for d in self.dofs) or any(len(q) != len(cell.dofs) for q in self.waypoints) \
                or len(self.times) != len(self.waypoints):
            raise Rejected('path', 'a track is not about the degrees of freedom of the cell, or has not a time for each waypoint')
        if any(not a < b for a, b in zip(self.times, self.times[1:])):
            raise Rejected('path', 'the times of a track do not increase')
        for i in range(count):
            a, b = self.waypoints[i], self.waypoints[min(i + 1, len(self.waypoints) - 1)]
            if own[i] is None:
                if arcs[i] is not None:
                    raise Rejected('path', 'a track has arcs and no coefficients')
                self.curves.append([Straight(p, q) for p, q in zip(a, b)])
            else:
                numbers = [reader.nums(c, 'coefficients', 6) for c in reader.list(own[i], 'coefficients')]
                on_arc = None if arcs[i] is None else [(reader.int(y[0], 'a degree of freedom'),) + tuple(reader.nums(y[1:], 'an arc'))
                                                        for y in (reader.list(z, 'an arc', 5) for z in reader.list(arcs[i], 'arcs'))]
                self.curves.append(curved(cell, i, a, b, numbers, on_arc, self.dofs))
        # Between two segments a joint may jump by what they miss their waypoint by.
        self.jumps = {d: sum(0.0 if isinstance(curves[d], Straight) else 2 * curves[d].error if isinstance(curves[d], Polynomial)
                             else 1024 * U * (abs(curves[d].numbers[0]) + curves[d].size) for curves in self.curves) for d in self.dofs}
        # Largest rates per second.
        self.rates = {d: max([most_rate(curves[d]) / (t1 - t0) for curves, t0, t1 in zip(self.curves, self.times, self.times[1:])] + [0.0]) * UP
                      for d in self.dofs}

    def piece(self, d, knots, begin, end):
        """What degree of freedom d does from one time to another, between knots: ('poly', coefficients) or ('arc', numbers), exactly."""
        if begin < knots[0]:
            return 'poly', [Fraction(self.waypoints[0][d])]
        if begin >= knots[-1]:
            return 'poly', [Fraction(self.waypoints[-1][d])]
        i = max(k for k in range(len(knots)) if knots[k] <= begin)
        width = Fraction(knots[i + 1]) - Fraction(knots[i])
        low, high = ((Fraction(t) - Fraction(knots[i])) / width for t in (begin, end))
        curve = self.curves[i][d]
        if isinstance(curve, Arc):
            p, u, v, start, sweep = (Fraction(x) for x in curve.numbers)
            return 'arc', [p, u, v, start + sweep * low, sweep * (high - low)]
        if isinstance(curve, Straight):
            c = [Fraction(curve.a), Fraction(curve.b) - Fraction(curve.a)]
        else:
            c = [Fraction(x) for x in curve.levels[0][0]]
        # c(low + t (high - low)) by powers of t.
        return 'poly', [sum(c[j] * math.comb(j, k) * low ** (j - k) for j in range(k, len(c))) * (high - low) ** k for k in range(len(c))]


def most_rate(curve):
    """An upper bound of |q'| on [0, 1], within a part in 10^9 or so."""
    best = max(curve.bounds(t, t)[0] for t in (0.0, 0.5, 1.0))
    stack, most, steps = [(0.0, 1.0)], best, 0
    while stack:
        a, b = stack.pop()
        upper = curve.bounds(a, b)[0]
        middle = (a + b) / 2
        best = max(best, curve.bounds(middle, middle)[0])
        steps += 1
        if upper <= best * (1 + 1e-9) or steps > 3000:
            most = max(most, upper)
        else:
            stack += [(a, middle), (middle, b)]
    return most


class Delays:
    """A certificate of delays: every part is verified for the path with the offsets in its middle, and joints that stray by
    half its width times their rates; the parts of every group of tracks fill all offsets."""

    def __init__(self, verifier, root, name):
        reader = self.reader = CertificateReader(name)
        reader.obj(root, 'the certificate', ('surepath-delay-certificate', 'tracks', 'standing', 'delays', 'parts'))
        version = root['surepath-delay-certificate']
        if isinstance(version, bool) or version != 1:
            raise BadInput('%s: this certificate has version %s; version 1 is understood' % (name, str(version)[:40]))
        self.verifier, self.cell = verifier, verifier.cell
        self.standing = reader.nums(root['standing'], 'standing')
        self.delays = reader.nums(root['delays'], 'delays')
        self.parts = []
        for x in reader.list(root['parts'], 'parts'):
            reader.obj(x, 'a part', ('tracks', 'from', 'to', 'certificate'))
            self.parts.append((reader.ints(x['tracks'], 'tracks'), reader.nums(x['from'], 'from'), reader.nums(x['to'], 'to'),
                               reader.read(x['certificate'])))
        if any(self.cell.units):
            raise NotSupported('certificates of delays with floating joints')
        self.tracks = [Track(reader, self.cell, x) for x in reader.list(root['tracks'], 'tracks')]
        self.owner = {}
        for k, track in enumerate(self.tracks):
            for d in track.dofs:
                if d in self.owner:
                    raise Rejected('path', '"%s" is in two tracks' % self.cell.dofs[d])
                self.owner[d] = k
        if len(self.standing) != len(self.cell.dofs):
            raise Rejected('path', 'a configuration has not a number for each degree of freedom')
        if len(self.delays) != len(self.tracks) or any(x < 0 for x in self.delays):
            raise Rejected('delays', 'there is not one delay of at least 0 for each track')
        for d, k in self.owner.items():
            self.standing[d] = self.tracks[k].waypoints[0][d]
        self.latest = max([t for track in self.tracks for t in track.times] + [0.0])
        self.movers = {}

    def group(self, a, b):
        """The tracks that move two bodies against each other."""
        cell = self.cell
        f, g = cell.bodies[a].frame, cell.bodies[b].frame
        if (f, g) not in self.movers:
            top, found = cell.ancestor(f, g), set()
            for frame in (f, g):
                while frame != top:
                    joint = cell.joints[frame]
                    if joint.moves():
                        source = joint
                        while source.source[0] != 'dof':
                            source = source.source[1]
                        found.update(self.owner.get(source.source[1] + k) for k in range(3 if joint.kind == 'planar' else 1))
                    frame = joint.parent
            self.movers[f, g] = frozenset(found - {None})
        return self.movers[f, g]

    def verify(self):
        cell, counts, assumptions = self.cell, {}, []
        groups = {self.group(a, b) for a in range(len(cell.bodies)) for b in range(a + 1, len(cell.bodies))
                  if cell.root[cell.bodies[a].frame] != cell.root[cell.bodies[b].frame] and cell.reason(a, b)[0] is None}
        if not self.parts:
            raise Rejected('coverage', 'there are no parts: nothing is shown')
        for k, (tracks, low, high, c) in enumerate(self.parts):
            if len(set(tracks)) != len(tracks) or any(t >= len(self.tracks) for t in tracks) \
                    or not len(low) == len(high) == max(0, len(tracks) - 1) or any(not x <= y for x, y in zip(low, high)):
                raise Rejected('coverage', 'part %d has not a range for each offset of its tracks' % k)
            try:
                used = self.tolerances(tracks, low, high, c)
                wide = in_wider_box(self.cell, c, used)
                own = self.verifier.verify(wide, tolerances=used, concerns=lambda a, b: self.group(a, b) == frozenset(tracks))
            except Rejected as error:
                raise Rejected(error.code, 'part %d: %s' % (k, error.message), **error.place)
            counts = {key: counts.get(key, 0) + own[key] for key in own}
            assumptions = assumptions or c['assumptions']
        for group in sorted(groups, key=sorted):
            order = next((part[0] for part in self.parts if frozenset(part[0]) == group), sorted(group))
            boxes = [(part[1], part[2]) for part in self.parts if part[0] == order]
            whole = ([-self.delays[order[0]]] * (len(order) - 1), [self.delays[k] for k in order[1:]]) if order else ([], [])
            if not self.filled(order, whole[0], whole[1], boxes):
                raise Rejected('coverage', 'the parts of tracks %s leave offsets open' % (list(order),))
        return counts, assumptions

    def tolerances(self, tracks, low, high, c):
        """What joints may be away from the part's path by: its tolerances, which must be enough for all offsets of the part, and
        what the path may be off by from the tracks with the offsets in the middle."""
        cell, count = self.cell, len(self.cell.dofs)
        if len(c['tolerances']) != count or any(len(q) != count for q in c['waypoints']):
            raise Rejected('tolerances', 'there is not a number for each degree of freedom')
        needed = list(cell.tolerances)
        for i, k in enumerate(tracks[1:]):
            span = 0.5 * (high[i] - low[i]) + 16 * U * (1 + self.latest) + 8 * U * (abs(low[i]) + abs(high[i]))
            for d, rate in self.tracks[k].rates.items():
                needed[d] += span * rate * UP
        for d in range(count):
            if not abs(c['tolerances'][d] - needed[d]) <= 1e-6 * needed[d] + 1e-300:
                raise Rejected('tolerances', 'joints must be allowed to stray by other amounts: "%s" by %r' % (cell.dofs[d], needed[d]))
        off = self.compare(tracks, [0.0] + [0.5 * (x + y) for x, y in zip(low, high)], c)
        for k in tracks:
            for d, jump in self.tracks[k].jumps.items():
                off[d] += jump
        return [(max(x, y) + z) * UP for x, y, z in zip(c['tolerances'], needed, off)]

    def compare(self, tracks, offsets, c):
        """What the path of a part may be off by from its tracks, per degree of freedom; more than rounding is another path."""
        count = len(self.cell.dofs)
        knots = {k: [t + offset for t in self.tracks[k].times] for k, offset in zip(tracks, offsets)}
        if any(not a < b for own in knots.values() for a, b in zip(own, own[1:])):
            raise NotSupported('tracks with times that are equal when rounded')
        times = sorted({t for own in knots.values() for t in own}) or [0.0]
        if len(c['waypoints']) != len(times):
            raise Rejected('path', 'the path of the part has %d waypoints for %d times' % (len(c['waypoints']), len(times)))
        ends = list(zip(times, times[1:])) or [(times[0], times[0])]
        off = [0.0] * count
        for i, (begin, end) in enumerate(ends):
            coefficients, arcs = c['coefficients'][i], {x[0]: x[1:] for x in c['arcs'][i] or []}
            if coefficients is not None and len(coefficients) != count:
                raise Rejected('path', 'segment %d has coefficients for other degrees of freedom' % i)
            after = c['waypoints'][min(i + 1, len(c['waypoints']) - 1)]
            for d in range(count):
                k = self.owner.get(d)
                kind, want = self.tracks[k].piece(d, knots[k], begin, end) if k in knots and begin < end else \
                    ('poly', [Fraction(self.standing[d] if k not in knots else self.tracks[k].waypoints[0][d])])
                if coefficients is None:
                    have = [Fraction(c['waypoints'][i][d]), Fraction(after[d]) - Fraction(c['waypoints'][i][d])]
                elif d in arcs:
                    have = [Fraction(x) for x in (coefficients[d][0],) + arcs[d]]
                else:
                    have = [Fraction(x) for x in coefficients[d]]
                if (d in arcs) != (kind == 'arc'):
                    raise Rejected('path', '"%s" runs along another curve on segment %d' % (self.cell.dofs[d], i))
                size = max(len(want), len(have))
                want, have = (x + [Fraction(0)] * (size - len(x)) for x in (want, have))
                apart = [abs(x - y) for x, y in zip(want, have)]
                if kind == 'arc':
                    apart = apart[:1] + [2 * apart[1], apart[2], (abs(want[1]) + abs(want[2]) + apart[1] + apart[2]) * (apart[3] + apart[4])]
                total = sum(apart)
                if total > Fraction(2) ** -44 * (1 + sum(abs(x) for x in want)):
                    raise Rejected('path', 'the path of the part is not that of its tracks: "%s" on segment %d' % (self.cell.dofs[d], i))
                off[d] = max(off[d], float(total) * UP + (TINY if total else 0.0))
        return off

    def filled(self, order, low, high, boxes):
        """Whether boxes of offsets fill a whole one, but for offsets that no starts within the delays lead to."""
        first, last = 0.0, self.delays[order[0]] if order else 0.0
        for i, k in enumerate(order[1:]):
            first, last = max(first, -high[i]), min(last, (self.delays[k] - low[i]) * (1 + 4 * U))
        if not first <= last:
            return True
        near = [box for box in boxes if all(a <= y and b >= x for a, b, x, y in zip(box[0], box[1], low, high))]
        if any(all(a <= x and b >= y for a, b, x, y in zip(box[0], box[1], low, high)) for box in near):
            return True
        for box in near:
            for i in range(len(low)):
                for cut in (box[0][i], box[1][i]):
                    if low[i] < cut < high[i]:
                        return self.filled(order, low, high[:i] + [cut] + high[i + 1:], near) and \
                            self.filled(order, low[:i] + [cut] + low[i + 1:], high, near)
        return False


# ---------------------------------------------------------------------------------------------------------------------
# What is accepted: a certificate about the cell, or about the cell with more asked of it (certificate.md, "What is accepted")
# ---------------------------------------------------------------------------------------------------------------------

def is_amount(x):
    """A length or an angle as files can say it: finite, at least 0, and not -0."""
    return not isinstance(x, bool) and isinstance(x, (int, float)) and 0 <= x < INF and math.copysign(1, x) > 0


def body_names(robot):
    own = [link['name'] for link in robot['links'] if link['collisions']] + [one['name'] for one in robot['attached']]
    return [scoped(robot['name'], name) for name in own]


def self_entries(model, distance):
    """The clearance of bodies of one robot, as entries before all others; None where names do not allow that."""
    found = []
    for robot in model['robots']:
        names = body_names(robot)
        if len(names) < 2:
            continue
        scope = robot['name'] + '/'
        if robot['name'] and not any((one['name'] + '/').startswith(scope) for one in model['obstacles']):
            found.append({'between': [scope + '*'] * 2, 'distance': distance})
        elif any('*' in name for name in names):
            return None
        else:
            found += [{'between': [a, b], 'distance': distance} for i, a in enumerate(names) for b in names[i + 1:]]
    return found


def self_known(model):
    """What bodies of one robot keep apart, and the entries of pairs."""
    own = self_entries(model, model['clearances'][0]['distance']) if model['clearances'] else None
    if own and model['clearances'][:len(own)] == own:
        return own[0]['distance'], model['clearances'][len(own):]
    return model['clearance'], model['clearances']


def with_clearances(model, usual, own):
    """The model with other clearances; pairs that have one of their own keep it. None where names do not allow that."""
    pairs = self_known(model)[1]
    if own == usual:
        return dict(model, clearance=usual, clearances=pairs)
    entries = self_entries(model, own)
    return entries if entries is None else dict(model, clearance=usual, clearances=entries + pairs)


def with_default(tracking, tolerance):
    """Zero is what a joint has that no file gives a tolerance."""
    others = {name: amount for name, amount in tracking.items() if name != 'default'}
    return others if tolerance == 0 else dict(others, default=tolerance)


def required_model(model, clearance=None, self_clearance=None):
    """The cell's files ask for the least; options only ask for more."""
    own = self_known(model)[0]
    for amount in (clearance, self_clearance):
        if amount is not None and not is_amount(amount):
            raise BadInput('a clearance is a length of at least 0; found %r' % amount)
    if (clearance or 0) <= model['clearance'] and (self_clearance or 0) <= own:
        return model
    raised = with_clearances(model, max(model['clearance'], clearance or 0), max(own, self_clearance or 0))
    if raised is None:
        raise BadInput('names with a * in them have no clearance within a robot')
    return dict(raised, digest=model_digest(raised))


def stated_models(model, c, part):
    """The model with what a certificate states: guesses, of which the digest says which one it is about."""
    usual = c['settings'].get('clearance')
    if not is_amount(usual):
        return
    owner = {name: r for r, robot in enumerate(model['robots']) for name in body_names(robot)}
    own = [self_known(model)[0], usual]
    for entry in c['pairs']:
        if entry[2] == 'tested' and max(entry[:2]) < len(c['bodies']) and len(own) < 6:
            a, b = (owner.get(c['bodies'][k]) for k in entry[:2])
            if a is not None and a == b and is_amount(entry[3]) and entry[3] not in own:
                own.append(entry[3])
    strays = [] if part else [x for x in dict.fromkeys(c['tolerances']) if is_amount(x)][:6]
    for never in (False, True):
        for tolerance in [None] + strays:
            robots = model['robots']
            if never:
                robots = [dict(r, disabled=[p for p in r['disabled'] if 'never' not in p[2].lower()]) for r in robots]
            if tolerance is not None:
                robots = [dict(r, tracking=with_default(r['tracking'], tolerance)) for r in robots]
            for distance in own:
                found = with_clearances(dict(model, robots=robots), usual, distance)
                if found is not None:
                    yield found


def require_dominance(shown, required):
    """A proof about one cell is one about the other: all that the second one asks for is asked of the first, and no less of it."""
    for p, q in zip(shown.joints[1:], required.joints[1:]):
        if not p.tracking >= q.tracking:
            raise Rejected('tolerances', 'the certificate lets "%s" stray by %r; %r is required' % (q.name, p.tracking, q.tracking))
    moves = [b for b, body in enumerate(required.bodies) if required.root[body.frame] != 0]
    for a in moves:
        for b in range(len(required.bodies)):
            if b == a or required.reason(min(a, b), max(a, b))[0] is not None:
                continue
            i, j = min(a, b), max(a, b)
            names = (required.bodies[i].name, required.bodies[j].name)
            why, least, has = shown.reason(i, j)[0], required.clearance(i, j), shown.clearance(i, j)
            if why is not None:
                raise Rejected('pairs', 'the certificate does not test "%s" and "%s" (%s); that is required' % (names + (why,)), pair=names)
            if not has >= least:
                raise Rejected('clearance', 'the certificate shows "%s" and "%s" %r m apart; %r m is required' % (names + (has, least)),
                               pair=names)


def verifier_for(required, c, part=False):
    """The verifier of the model that a certificate is about: the required one, or one that asks for more."""
    if c['model'] == required.model['digest']:
        return required
    known = required.others.get(c['model'])
    if known is None:
        for model in stated_models(required.model, c, part):
            if model_digest(model) == c['model']:
                known = Verifier(dict(model, digest=c['model']))
                require_dominance(known.cell, required.cell)
                required.others[c['model']] = known
                break
    return known or required


def shows(verifier):
    """What a certificate shows that was verified: metres to the surroundings, and within a robot."""
    model = verifier.model
    return {'clearance': model['clearance'], 'self': self_known(model)[0],
            'tracking': any(joint.tracking > 0 for joint in verifier.cell.joints[1:])}


# ---------------------------------------------------------------------------------------------------------------------
# The command line
# ---------------------------------------------------------------------------------------------------------------------

def load_model(name, srdf=None, packages=None):
    """An exported model, or what surepath_cell.py makes of other files."""
    data = read_bytes(name)
    if data.removeprefix(BYTE_ORDER_MARK).lstrip().startswith(b'{'):
        root = parse_json(data, name)
        if 'surepath-model' in root:
            return ExportReader(name).model(root)
    sys.modules.setdefault('surepath_verify', sys.modules[__name__])
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    from surepath_cell import read_files
    model = read_files(name, srdf, packages)
    model['digest'] = model_digest(model)
    return model


def answer_of(certificate, cell, path=None, cache=None, srdf=None, packages=None, wrap=None, clearance=None, self_clearance=None):
    """What a run found, as plain data. `cache`: the last cell and its verifier, for many certificates of one cell."""
    started = time.time()
    answer = {'verified': False}
    try:
        if wrap is not None and path is None:
            raise BadInput('--wrap needs --path: the path that it is about')
        if wrap not in (None, 'literal'):
            raise NotSupported('--wrap %s: paths are read literally' % wrap)
        key = (cell, clearance, self_clearance, os.stat(cell).st_mtime_ns, os.stat(cell).st_size) if os.path.exists(cell) else None
        if cache is not None and cache.get('key') == key and key is not None:
            verifier = cache['verifier']
        else:
            verifier = Verifier(required_model(load_model(cell, srdf, packages), clearance, self_clearance))
            if cache is not None:
                cache.update(key=key, verifier=verifier)
        data = read_bytes(certificate)
        root = parse_json(data, certificate)
        # The first key tells what kind of certificate this is.
        first = next(iter(root), None) if isinstance(root, dict) else None
        if first not in ('surepath-certificate', 'surepath-delay-certificate'):
            raise BadInput('%s: a certificate begins with "surepath-certificate", its version' % certificate)
        if first == 'surepath-delay-certificate':
            if path is not None:
                raise NotSupported('--path for a certificate of delays')
            parts = root.get('parts')
            one = parts[0].get('certificate') if isinstance(parts, list) and parts and isinstance(parts[0], dict) else None
            if one is not None:
                verifier = verifier_for(verifier, CertificateReader(certificate).read(copy.deepcopy(one)), True)
            delays = Delays(verifier, root, certificate)
            counts, assumptions = delays.verify()
            answer['delays'] = [{'name': track.name or 'track %d' % k, 'delay': delay}
                                for k, (track, delay) in enumerate(zip(delays.tracks, delays.delays))]
        else:
            c = CertificateReader(certificate).read(root)
            verifier = verifier_for(verifier, c)
            counts, assumptions = verifier.verify(c, path), c['assumptions']
        answer.update(counts, verified=True, assumptions=assumptions, shows=shows(verifier))
        if path is not None:
            answer['path'] = {'name': path, 'wrap': 'literal', 'interpolation': 'straight', 'standing': []}
    except Rejected as error:
        answer['reason'] = dict(code=error.code, message=error.message, **error.place)
    except NotSupported as error:
        answer['unsupported'] = 'not supported: %s' % error
    except BadInput as error:
        answer['fault'] = str(error)
    except (RecursionError, MemoryError, OverflowError) as error:
        answer['fault'] = '%s: beyond what can be read (%s)' % (certificate, type(error).__name__)
    except Exception as error:  # Whatever else: nothing was shown.
        answer['fault'] = '%s: could not be judged (%s: %s)' % (certificate, type(error).__name__, str(error)[:200])
    answer['milliseconds'] = round(1000 * (time.time() - started), 1)
    return answer


def exit_code(answer):
    return 0 if answer['verified'] else 1 if 'reason' in answer else 3 if 'unsupported' in answer else 2


def visible(text):
    """Text with names from files, in ASCII: characters that turn the direction of writing, have no width or look like others are
    escaped, and so is everything else beyond ASCII."""
    return ''.join(c if ' ' <= c <= '~' or c == '\n' else '\\u%04x' % ord(c) if ord(c) < 0x10000 else '\\u{%x}' % ord(c) for c in text)


def in_words(answer):
    if answer['verified']:
        kept = {key: '%.12g mm' % (1000 * answer['shows'][key]) for key in ('clearance', 'self')}
        text = 'verified: free with %(clearance)s to the surroundings, %(self)s within a robot' % kept
        text += ', wherever tracking lets joints stray' if answer['shows']['tracking'] else ''
        text += ''.join('\n  %(name)s up to %(delay)r s late' % one for one in answer.get('delays', []))
        text += '\n  %(segments)d segments, %(pairs)d pairs, %(slabs)d slabs, %(glances)d glances' % answer
        if 'path' in answer:
            text += '\n  path %(name)s: straight between waypoints; joints turn as the numbers say (wrap literal)' % answer['path']
        return '\n'.join([text] + ['  assuming ' + x.replace('\n', '\\u000a') for x in answer['assumptions'][:10]]
                         + (['  and %d more' % (len(answer['assumptions']) - 10)] if len(answer['assumptions']) > 10 else []))
    reason = answer.get('reason')
    if reason is None:
        return answer.get('unsupported') or answer['fault']
    place = [('"%s" and "%s"' % reason['pair']) if 'pair' in reason else '']
    place += ['%s %d' % (key, reason[key]) for key in ('segment', 'slab') if key in reason]
    place = ', '.join(x for x in place if x)
    return 'rejected (%s): %s%s' % (reason['code'], reason['message'], ' [%s]' % place if place else '')


def main(arguments=None):
    parser = argparse.ArgumentParser(prog='surepath_verify.py', description='Verifies a Surepath certificate.',
                                     epilog='Exit code: 0 verified, 1 rejected, 2 bad input, 3 not supported.')
    parser.add_argument('certificate', nargs='?')
    parser.add_argument('cell', nargs='?', help='exported model, cell file as JSON, or URDF')
    parser.add_argument('--srdf', help='disabled pairs of a URDF')
    parser.add_argument('--packages', metavar='NAME=DIR', action='append', default=[], help='folder of a package')
    parser.add_argument('--path', help='the path that the certificate must be about, as JSON')
    parser.add_argument('--wrap', choices=('literal', 'short'), help='how PATH is read: literal, the only way that is supported')
    parser.add_argument('--clearance', metavar='M', type=float, help='metres to the surroundings, where that is more than the cell asks for')
    parser.add_argument('--self-clearance', metavar='M', type=float, help='metres within a robot, likewise')
    parser.add_argument('--json', action='store_true', help='one JSON object on standard output')
    parser.add_argument('--batch', metavar='FILE', help='JSON lines {"certificate", "cell", "path"?, "wrap"?}; - is standard input')
    options = parser.parse_args(arguments)
    if options.batch:
        lines = sys.stdin if options.batch == '-' else read_bytes(options.batch).decode('utf-8').split('\n')
        cache = {}
        for line in lines:
            if not line.strip():
                continue
            try:
                asked = parse_json(line.encode('utf-8'), 'a line')
                asked = Reader('a line').obj(asked, 'a line', ('certificate', 'cell'), ('path', 'wrap'))
                answer = answer_of(str(asked['certificate']), str(asked['cell']), asked.get('path'), cache, wrap=asked.get('wrap'))
            except BadInput as error:
                answer = {'verified': False, 'fault': str(error)}
            answer['code'] = exit_code(answer)
            print(json.dumps(answer), flush=True)
        return 0
    if options.certificate is None or options.cell is None:
        parser.print_usage(sys.stderr)
        return 2
    packages = dict(entry.partition('=')[::2] for entry in options.packages)
    answer = answer_of(options.certificate, options.cell, options.path, None, options.srdf, packages, options.wrap,
                       options.clearance, options.self_clearance)
    code = exit_code(answer)
    if options.json:
        print(json.dumps(answer))
    else:
        print(visible(in_words(answer)), file=sys.stdout if code < 2 else sys.stderr)
    return code


if __name__ == '__main__':
    try:
        sys.exit(main())
    except (BrokenPipeError, KeyboardInterrupt):
        sys.exit(2)
