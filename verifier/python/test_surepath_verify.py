"""Unit tests of surepath_verify.py: python3 -m unittest test_surepath_verify.py

Arithmetic against fractions and longer series, poses against their own derivatives, a cell made here with slabs that are
derived by hand, and changes of it that must be rejected. Seeds are fixed.
"""
import copy
import json
import math
import os
import random
import struct
import subprocess
import sys
import tempfile
import unittest
from decimal import Decimal, getcontext
from fractions import Fraction

import surepath_cell as c
import surepath_verify as v

HERE = os.path.dirname(os.path.abspath(__file__))
getcontext().prec = 60
EYE = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]


def decimal_sincos(x):
    """Sine and cosine of a double by their series in 60 digits; for |x| up to 30."""
    x = Decimal(x)
    sums = []
    for first in (1, 0):
        term, total, n = (x if first else Decimal(1)), Decimal(0), first
        while abs(term) > Decimal(10) ** -58 or n < 60:
            total += term
            term = -term * x * x / ((n + 1) * (n + 2))
            n += 2
        sums.append(total)
    return sums


class Arithmetic(unittest.TestCase):
    def test_sine_and_cosine_are_within_their_bound_seed_1(self):
        rng = random.Random(1)
        for k in range(400):
            x = rng.uniform(-30, 30) if k % 2 else math.ldexp(rng.uniform(-1, 1), -rng.randrange(60))
            for got, want in zip(v.sincos(x), decimal_sincos(x)):
                self.assertLessEqual(abs(Decimal(got) - want), Decimal(1.01 * v.U))

    def test_integers_are_within_100_units(self):
        for x in (0.0, 1e-30, 0.78539816, 0.7853982, 1.5707963267948966, 3.0, -25.0):
            exact = decimal_sincos(x)
            for got, want in zip(v.sincos_fixed(v.fixed(x, 150), 150), exact):
                self.assertLessEqual(abs(Decimal(got) / Decimal(2 ** 150) - want), Decimal(101) / Decimal(2 ** 150))

    def test_large_angles_are_reduced_by_enough_digits_of_pi(self):
        # 2^60 is where it ends; the sum of squares and the double angle know nothing of pi.
        for x in (2.0 ** 59, 1e15 + 1.0, 123456789.125):
            s, k = v.sincos_fixed(v.fixed(x, 200), 200)
            s2, k2 = v.sincos_fixed(v.fixed(2 * x, 200), 200)
            one = 1 << 200
            self.assertLess(abs(s * s + k * k - one * one) >> 200, 1000)
            self.assertLess(abs(s2 - (2 * s * k >> 200)), 1000)
            self.assertLess(abs(k2 - (2 * k * k - one * one >> 200)), 1000)
        with self.assertRaises(v.Rejected):
            v.sincos(2.0 ** 61)

    def test_angles_of_turns(self):
        for angle in (1e-8, 0.3, 1.0, 1.5):
            bits = 200
            s, k = v.sincos_fixed(v.fixed(angle, bits), bits)
            found, off = v.angle_fixed(s, k, bits)
            self.assertLess(abs(found - v.fixed(angle, bits)), off + 10 ** 4)
            self.assertLess(off, 1 << 40)

    def test_products_of_poses_have_true_errors_seed_2(self):
        rng = random.Random(2)
        for _ in range(60):
            exact, pose = None, None
            for _ in range(6):
                q = [Fraction(rng.randint(-9, 9)) for _ in range(4)]
                if not any(q):
                    q[3] = Fraction(1)
                t = [Fraction(rng.uniform(-2, 2)) for _ in range(3)]
                x, y, z, w = q
                s = Fraction(2) / sum(e * e for e in q)
                r = [1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w),
                     s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w),
                     s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)]
                own = v.quaternion_pose([float(e) for e in q])
                own = (own[0], tuple(float(e) for e in t), own[2], 0.0)
                if pose is None:
                    exact, pose = (r, t), own
                    continue
                a, u = exact
                exact = ([sum(a[3 * i + k] * r[3 * k + j] for k in range(3)) for i in range(3) for j in range(3)],
                         [sum(a[3 * i + k] * t[k] for k in range(3)) + u[i] for i in range(3)])
                pose = v.compose(pose, own)
            turn = math.sqrt(sum(float(Fraction(p) - e) ** 2 for p, e in zip(pose[0], exact[0])))
            shift = math.sqrt(sum(float(Fraction(p) - e) ** 2 for p, e in zip(pose[1], exact[1])))
            self.assertLessEqual(turn, pose[2])
            self.assertLessEqual(shift, pose[3])
            self.assertLess(pose[2], 1e-12)

    def test_curves_and_their_bounds_seed_3(self):
        rng = random.Random(3)
        for _ in range(40):
            k = [rng.uniform(-2, 2) for _ in range(6)]
            arc = [rng.uniform(-2, 2) for _ in range(3)] + [rng.uniform(0, 2), rng.uniform(0.1, 3)]
            curves = [(v.Polynomial(k), lambda t: sum(Fraction(x) * Fraction(t) ** j for j, x in enumerate(k))),
                      (v.Arc(*arc), None), (v.Straight(k[0], k[1]), lambda t: Fraction(k[0]) + Fraction(t) * (Fraction(k[1]) - Fraction(k[0])))]
            low, high = sorted((rng.random(), rng.random()))
            for curve, exact in curves:
                rate, bend = curve.bounds(low, high)
                h = 1e-4
                for i in range(11):
                    t = low + (high - low) * i / 10
                    value, error = curve.value(t)
                    if exact:
                        self.assertLessEqual(abs(Fraction(value) - exact(t)), Fraction(error) + Fraction(10) ** -300)
                    else:
                        p, u, w, begin, sweep = (Decimal(x) for x in arc)
                        x = begin + sweep * Decimal(t)
                        self.assertLess(abs(Decimal(value) - (p + u * (decimal_cos(x) - 1) + w * decimal_sin(x))), Decimal(error) + Decimal(10) ** -40)
                    if low + h <= t <= high - h:
                        left, right = curve.value(t - h)[0], curve.value(t + h)[0]
                        self.assertLess(abs(right - left) / (2 * h), rate * 1.0001 + 1e-6)
                        self.assertLess(abs(right - 2 * value + left) / h ** 2, bend * 1.001 + 1e-4)

    def test_turns_lead_from_one_rotation_to_the_other_the_short_way_seed_4(self):
        rng = random.Random(4)
        for _ in range(40):
            a, b = ([rng.gauss(0, 1) for _ in range(4)] for _ in range(2))
            turn = v.Turn(a, b)
            self.assertLessEqual(turn.angle, math.pi + 1e-12)
            for t, q in ((0.0, a), (1.0, b)):
                got, want = turn.pose(t), v.quaternion_pose(q)
                for x, y in zip(got[0], want[0]):
                    self.assertLess(abs(x - y), got[2] + want[2])
            # Half of it twice is all of it.
            half = v.compose(v.Turn(a, a).pose(0), v.rotation_about(turn.axis, turn.angle / 2, turn.error))
            for x, y in zip(half[0], turn.pose(0.5)[0]):
                self.assertLess(abs(x - y), 1e-13)

    def test_laws_are_splines_with_true_bounds(self):
        law = v.Law({'at': [0.0, 1.0, 2.0, 4.0], 'values': [0.0, 0.5, 0.0, 0.0], 'slopes': [0.25, 0.25], 'periodic': True, 'deviation': 0.0}, 'j')
        h = 1e-5
        for k in range(200):
            q = -3 + 0.05 * k + 0.003
            rate, bend = law.bounds(q - 0.01, q + 0.01)
            f = [law.value(q + d, 0.0)[0] for d in (-h, 0, h)]
            self.assertLess(abs(f[2] - f[0]) / (2 * h), rate + 1e-6)
            self.assertLess(abs(f[2] - 2 * f[1] + f[0]) / h ** 2, bend * 1.01 + 1e-4)
            self.assertAlmostEqual(law.value(q + 4.0, 0.0)[0], f[1], 12)

    def test_numbers_are_printed_as_in_javascript(self):
        for x, text in ((0.0, '0'), (-0.0, '0'), (1.0, '1'), (-2.5, '-2.5'), (1e21, '1e+21'), (1e20, '100000000000000000000'),
                        (1e-6, '0.000001'), (1e-7, '1e-7'), (1.5e-9, '1.5e-9'), (0.1, '0.1'), (123456.789, '123456.789'), (1.25e300, '1.25e+300')):
            self.assertEqual(v.js_number(x), text)


def decimal_sin(x):
    term, total, n = x, Decimal(0), 1
    while abs(term) > Decimal(10) ** -55:
        total, term, n = total + term, -term * x * x / ((n + 1) * (n + 2)), n + 2
    return total


def decimal_cos(x):
    term, total, n = Decimal(1), Decimal(0), 0
    while abs(term) > Decimal(10) ** -55:
        total, term, n = total + term, -term * x * x / ((n + 1) * (n + 2)), n + 2
    return total


def cube(half=0.5, at=(0, 0, 0), turned=False):
    corners = [[at[0] + half * x, at[1] + half * y, at[2] + half * z] for z in (-1, 1) for y in (-1, 1) for x in (-1, 1)]
    faces = [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5]
    if turned:
        faces = [faces[k + j] for k in range(0, 36, 3) for j in (0, 2, 1)]
    return {'kind': 'mesh', 'positions': [x for p in corners for x in p], 'indices': faces}


def part(shape, pose=EYE):
    return dict(shape, pose=pose)


def arm_model(shape=None, obstacle=None, at=(0.0, 1.6, 0.0), **changes):
    """A bar of 1 m that turns about z, and an obstacle."""
    bar = shape or {'kind': 'box', 'half': [0.5, 0.05, 0.05]}
    robot = {'name': '', 'links': [{'name': 'base', 'collisions': [], 'visualOnly': ''},
                                   {'name': 'bar', 'collisions': [part(bar, EYE[:9] + [0.5, 0, 0])], 'visualOnly': ''}],
             'joints': [{'name': 'turn', 'kind': 'revolute', 'parent': 'base', 'child': 'bar', 'origin': EYE, 'axis': [0, 0, 1],
                         'limits': [-3, 3], 'mimic': None}],
             'disabledPairs': [], 'virtualJoints': [], 'base': EYE, 'baseJoint': 'fixed', 'held': [], 'couplings': [], 'padding': [],
             'scale': [], 'tracking': [], 'attached': [], 'surfaces': [], 'solids': []}
    robot.update(changes)
    model = {'surepath-model': 1, 'digest': '', 'robots': [robot],
             'obstacles': [{'name': 'post', 'pose': EYE[:9] + list(at), 'parts': [part(obstacle or {'kind': 'box', 'half': [0.5, 0.5, 0.5]})],
                            'solid': True, 'mustBeSolid': False}],
             'clearance': {'default': 0, 'pairs': []}, 'allow': [], 'allowNothing': False}
    return sealed(model)


def sealed(model):
    """With its true digest."""
    for _ in range(2):
        try:
            v.ExportReader('m').model(copy.deepcopy(model))
        except v.BadInput:
            seen = {}
            keep = v.model_digest
            v.model_digest = lambda m: seen.setdefault('d', keep(m))
            try:
                v.ExportReader('m').model(copy.deepcopy(model))
            except v.BadInput:
                pass
            v.model_digest = keep
            model['digest'] = seen.get('d', '')
    return model


def certificate(model, slabs, glances=None, **changes):
    """Of the turn from 0 to 1 rad; the bar's end comes to y = sin 1 + 0.05 cos 1 < 0.87 while the post begins at 1.1."""
    own = {'surepath-certificate': 1, 'program': 'test', 'method': 'hand', 'settings': {'clearance': 0}, 'files': [], 'model': model['digest'],
           'dofs': ['turn'], 'interpolation': 'straight', 'rotations': 'slerp, the short way', 'wrap': 'literal', 'waypoints': [[0], [1]],
           'lower': [-1], 'upper': [2], 'tolerances': [0], 'bodies': ['bar', 'post'], 'pairs': [[0, 1, 'tested', 0, 0]], 'assumptions': [],
           'orders': [], 'slabs': [[[0, 1] + slabs]]}
    if glances is not None:
        own['glances'] = [glances]
    own.update(changes)
    return own


UPWARD = [0.5, 0.5, 0.5, -1, -1, 0, 1, 0]


def judge(model, cert):
    """As the command line does it, from texts."""
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name) for name in ('c.json', 'm.json')]
        for name, data in zip(names, (cert, model)):
            with open(name, 'w') as file:
                file.write(data if isinstance(data, str) else json.dumps(data))
        answer = v.answer_of(*names)
    return 'verified' if answer['verified'] else answer['reason']['code'] if 'reason' in answer else \
        'unsupported' if 'unsupported' in answer else 'fault'


class Certificates(unittest.TestCase):
    def setUp(self):
        self.model = arm_model()

    def test_a_slab_by_hand(self):
        self.assertEqual(judge(self.model, certificate(self.model, [UPWARD])), 'verified')

    def test_changes_that_make_it_false_or_incomplete(self):
        good = certificate(self.model, [UPWARD])
        changes = {
            'slab': [dict(slabs=[[[0, 1, [0.5, 0.5, 0.5, -1, -1] + n]]]) for n in ([0, -1, 0], [1, 0, 0], [0, 0.01, 0], [0, 3, 0], [0, 0, 0])]
            + [dict(slabs=[[[0, 1, slab]]]) for slab in ([1.5, 2, 1, -1, -1, 0, 1, 0], [0.5, -1, 0.5, -1, -1, 0, 1, 0],
                                                          [0.5, 0.5, 0.5, 1, -1, 0, 1, 0], [0.5, 0.5, 0.5, [0, 0, 1], -1, 0, 1, 0])],
            'coverage': [dict(slabs=[[[0, 1] + slabs]]) for slabs in ([], [[0.5, 0.49, 0.5, -1, -1, 0, 1, 0]], [[0.5, 0.5, 0.4999, -1, -1, 0, 1, 0]])],
            'path': [dict(waypoints=[[0, 0], [1, 0]])],
            'box': [dict(lower=[0.001]), dict(upper=[0.9]), dict(upper=[1, 2])],
            'pairs': [dict(pairs=[[0, 1, 'tested', 0.1, 0]]), dict(pairs=[[0, 1, 'static', '']], slabs=[[]]), dict(pairs=[], slabs=[[]]),
                      dict(pairs=[[0, 1, 'tested', 0, 0.1]])],
            'model': [dict(model='0' * 64)], 'dofs': [dict(dofs=['other'])], 'bodies': [dict(bodies=['post', 'bar'])],
            'tolerances': [dict(tolerances=[1e-9])], 'clearance': [dict(settings={'clearance': 1e-9}), dict(settings={})],
            'assumptions': [dict(assumptions=['nobody looks'])], 'order': [dict(orders=[[0, 0, [0]]])],
        }
        for code, list_ in changes.items():
            for change in list_:
                self.assertEqual(judge(self.model, dict(good, **change)), code, change)

    def test_texts_that_are_no_certificates(self):
        good = certificate(self.model, [UPWARD])
        text = json.dumps(good)
        bad = ['', '{', '[]', 'null', '1', '"x"', text + '{}', text.replace('"method"', '"program"'), text.replace('0, 1, 0]]]]', '0, 1e999, 0]]]]'),
               text.replace('[[0], [1]]', '[[NaN], [1]]'), text.replace('[[0], [1]]', '[[Infinity], [1]]'), text.replace('[[0], [1]]', '[["0"], [1]]'),
               text.replace('[[0], [1]]', '[[true], [1]]'), text.replace('[[0], [1]]', '[[null], [1]]'), text.replace('[[0], [1]]', '[]'),
               text.replace('[[0], [1]]', '[' * 100000), text.replace('"straight"', '"cubic"'), text.replace('"straight"', '"polynomial"'),
               text.replace('certificate": 1', 'certificate": 2'), text.replace('certificate": 1', 'certificate": true'),
               text.replace('"tested"', '"elsewhere"'), text.replace('"orders": []', '"orders": [[0, 0, [-1]]]'),
               text.replace('"dofs"', '"Dofs"'), text.replace('"files": []', '"files": [], "more": 1'), text.replace('[[0], [1]]', '[[' + '9' * 5000 + '], [1]]')]
        del good['upper']
        bad.append(json.dumps(good))
        for each in bad:
            self.assertNotEqual(each, text)
            self.assertEqual(judge(self.model, each), 'fault', each[:60])

    def test_every_damaged_text_ends_in_an_answer_seed_5(self):
        rng = random.Random(5)
        text = json.dumps(certificate(self.model, [UPWARD], [[0.5, 0.5, 0.5]]))
        tokens = ['null', '-1', '1e308', '"x"', '[', ']', '{}', 'true', '0.5', '[]', '-0', '1e-320', ',', '"', '99999999999999999999']
        for _ in range(300):
            at = rng.randrange(len(text))
            damaged = text[:at] + rng.choice(tokens) + text[at + rng.randrange(12):]
            self.assertIn(judge(self.model, damaged), ('fault', 'verified', 'unsupported', 'slab', 'coverage', 'path', 'box', 'pairs', 'model', 'dofs', 'bodies',
                                                       'tolerances', 'clearance', 'assumptions', 'order', 'glance'))

    def test_glances_clear_what_is_apart_and_nothing_else(self):
        self.assertEqual(judge(self.model, certificate(self.model, [], [[0.5, 0.5, 0.5]])), 'verified')
        self.assertEqual(judge(self.model, certificate(self.model, [], [[0.25, 0.25, 0.25]])), 'coverage')
        self.assertEqual(judge(self.model, certificate(self.model, [], [[0.25, 0.25, 0.25], [0.75, 0.25, 0.25]])), 'verified')
        self.assertEqual(judge(self.model, certificate(self.model, [], [[0.5, -1, 0.5]])), 'glance')
        near = arm_model(at=(0.0, 1.3, 0.0))
        self.assertEqual(judge(near, certificate(near, [], [[0.5, 0.5, 0.5]])), 'coverage')

    def test_how_near_is_near_enough(self):
        """The bar's highest point is at sin 1 + 0.05 cos 1."""
        top = math.sin(1) + 0.05 * math.cos(1)
        for room, verdict in ((1e-9, 'verified'), (1e-12, 'verified'), (-1e-15, 'slab'), (-1e-9, 'slab')):
            model = arm_model(at=(0.0, top + 0.5 + room, 0.0))
            self.assertEqual(judge(model, certificate(model, [UPWARD])), verdict, room)

    def test_what_happens_between_two_moments(self):
        """The bar swings by its farthest reach in the middle: both ends of the slab are far from the post."""
        reach = math.hypot(1.0, 0.05)
        for room, verdict in ((1e-6, 'verified'), (-1e-6, 'slab')):
            model = arm_model(at=(reach + 0.5 + room, 0.0, 0.0))
            for points in ([[-0.5], [0.5]], [[-0.6], [0.45]]):
                swing = dict(waypoints=points)
                self.assertEqual(judge(model, certificate(model, [[0.5, 0.5, 0.5, -1, -1, 1, 0, 0]], **swing)), verdict)

    def test_both_bodies_are_padded(self):
        model = v.ExportReader('m').model(arm_model(padding=[['default', 0.01]]))
        cell = v.Cell(model)
        cell.bodies[1].padding = 0.02
        self.assertGreaterEqual(v.Pair(cell, 0, 1, 0.1, 0.0).distance, 0.13)
        self.assertLess(v.Pair(cell, 0, 1, 0.1, 0.0).distance, 0.1300001)

    def test_padding_clearance_and_straying_count(self):
        top = math.sin(1) + 0.05 * math.cos(1) + 0.5
        for room, verdict in ((0.0101, 'verified'), (0.0099, 'slab')):
            model = arm_model(at=(0.0, top + room, 0.0), padding=[['bar', 0.01]])
            self.assertEqual(judge(model, certificate(model, [UPWARD])), verdict)
            model = arm_model(at=(0.0, top + room, 0.0))
            model['clearance']['default'] = 0.01
            model = sealed(model)
            entry = dict(settings={'clearance': 0.01}, pairs=[[0, 1, 'tested', 0.01, 0]])
            self.assertEqual(judge(model, certificate(model, [UPWARD], **entry)), verdict)
        # Straying by 0.01 rad lifts the end of the bar by less than 0.0101 and more than 0.005.
        for room, verdict in ((0.0102, 'verified'), (0.005, 'slab')):
            model = arm_model(at=(0.0, top + room, 0.0), tracking=[['turn', 0.01]])
            self.assertEqual(judge(model, certificate(model, [UPWARD], tolerances=[0.01])), verdict)

    def test_what_is_inside_is_found(self):
        # The bar turns inside of a hollow cube: no whole slab; each triangle of the cube has one of its own.
        hollow = arm_model(obstacle=cube(2.0), at=(0.0, 0.0, 0.0))
        directions = [[0, 0, -1], [0, 0, -1], [0, 0, 1], [0, 0, 1], [0, -1, 0], [0, -1, 0], [0, 1, 0], [0, 1, 0], [-1, 0, 0], [-1, 0, 0], [1, 0, 0], [1, 0, 0]]
        slabs = [[0.5, 0.5, 0.5, -1, [0, k, k + 1]] + n for k, n in enumerate(directions)]
        order = dict(orders=[[1, 0, list(range(12))]])
        self.assertEqual(judge(hollow, certificate(hollow, slabs, **order)), 'contained')
        hollow['obstacles'][0]['solid'] = False
        surface = sealed(hollow)
        self.assertEqual(judge(surface, certificate(surface, slabs, **order)), 'verified')
        self.assertEqual(judge(surface, certificate(surface, slabs[1:], **order)), 'coverage')
        self.assertEqual(judge(surface, certificate(surface, slabs)), 'slab')
        # Inside out it is a solid as well.
        turned = arm_model(obstacle=cube(2.0, turned=True), at=(0.0, 0.0, 0.0))
        self.assertEqual(judge(turned, certificate(turned, slabs, **order)), 'contained')

    def test_half_spaces(self):
        floor = {'kind': 'half-space', 'normal': [0, 0, 1], 'offset': 0}
        for height, n, verdict in ((-0.0501, [0, 0, -1], 'verified'), (-0.0499, [0, 0, -1], 'slab'), (-0.0501, [0, 0.001, -1], 'slab'),
                                   (-0.0501, [0, 0, 1], 'slab'), (-0.0501, [0, 1e-5, -1], 'verified')):
            model = arm_model(obstacle=floor, at=(0.0, 0.0, height))
            self.assertEqual(judge(model, certificate(model, [[0.5, 0.5, 0.5, -1, -1] + n])), verdict, (height, n))

    def test_curved_paths(self):
        poly = dict(interpolation='polynomial', coefficients=[[[0, 0, 3, -2, 0, 0]]])
        self.assertEqual(judge(self.model, certificate(self.model, [UPWARD], **poly)), 'verified')
        bump = dict(interpolation='polynomial', coefficients=[[[0, 1, 20, -40, 20, 0]]], upper=[3])
        self.assertEqual(judge(self.model, certificate(self.model, [UPWARD], **bump)), 'verified')
        self.assertEqual(judge(self.model, certificate(self.model, [UPWARD], **dict(bump, upper=[1.0]))), 'box')
        for wrong in ([1e-9, 0, 3, -2, 0, 0], [0, 0, 3, -2, 1e-9, 0]):
            self.assertEqual(judge(self.model, certificate(self.model, [UPWARD], interpolation='polynomial', coefficients=[[wrong]])), 'path')
        near = arm_model(at=(0.0, 1.45, 0.0))
        self.assertEqual(judge(near, certificate(near, [UPWARD], **poly)), 'verified')
        self.assertEqual(judge(near, certificate(near, [UPWARD], **bump)), 'slab')
        arc = dict(interpolation='circular', coefficients=[[[0, 0, 0, 0, 0, 0]]], arcs=[[[0, -1, 0, 0, math.pi / 2]]])
        self.assertEqual(judge(self.model, certificate(self.model, [UPWARD], **arc)), 'verified')
        for numbers in ([0, 0, 0, 0, 1], [0, -1, 0, -0.1, 1], [0, -1, 0, 0, 7], [0, -1.001, 0, 0, math.pi / 2], [1, -1, 0, 0, 1]):
            self.assertEqual(judge(self.model, certificate(self.model, [UPWARD], **dict(arc, arcs=[[numbers]]))), 'path', numbers)

    def test_all_shapes_against_sampled_points_seed_6(self):
        rng = random.Random(6)
        shapes = [{'kind': 'box', 'half': [0.1, 0.2, 0.3]}, {'kind': 'sphere', 'radius': 0.2}, {'kind': 'cylinder', 'radius': 0.1, 'length': 0.5},
                  {'kind': 'capsule', 'radius': 0.1, 'length': 0.4}, {'kind': 'cone', 'radius': 0.2, 'length': 0.5}, {'kind': 'ellipsoid', 'radii': [0.1, 0.2, 0.3]}]
        for shape in shapes:
            made = v.Shape(shape, (v.IDENTITY, v.ORIGIN, 0.0, 0.0), 1.0, 's')
            for _ in range(20):
                m = tuple(rng.gauss(0, 1) for _ in range(3))
                best = max(v.dot(m, p) for p in (sample(shape, rng) for _ in range(4000)))
                self.assertLessEqual(best, made.top(m) + 1e-12)
                self.assertGreater(best, made.top(m) - 0.25 * math.sqrt(v.dot(m, m)) * made.radius)

    def test_bounds_of_bending_are_never_exceeded_seed_7(self):
        rng = random.Random(7)
        for _ in range(30):
            joints = []
            names = ['base'] + ['l%d' % k for k in range(4)]
            for k in range(4):
                axis = [rng.gauss(0, 1) for _ in range(3)]
                length = math.sqrt(sum(x * x for x in axis))
                joints.append({'name': 'j%d' % k, 'kind': rng.choice(['revolute', 'revolute', 'prismatic']), 'parent': names[k], 'child': names[k + 1],
                               'origin': EYE[:9] + [rng.uniform(-0.5, 0.5) for _ in range(3)], 'axis': [x / length for x in axis], 'limits': [-9, 9], 'mimic': None})
            links = [{'name': name, 'collisions': [part({'kind': 'sphere', 'radius': 0.1})] if name == 'l3' else [], 'visualOnly': ''} for name in names]
            model = v.ExportReader('m').model(arm_model(links=links, joints=joints))
            verifier = v.Verifier(model)
            segment = v.Segment([v.Polynomial([rng.uniform(-1, 1) for _ in range(4)] + [0, 0]) for _ in range(4)], {})
            verifier.prover.segment = segment
            body = verifier.cell.bodies[0]
            side = v.Side(body, body.whole(), 0)
            n = tuple(rng.gauss(0, 1) for _ in range(3))
            low = rng.uniform(0, 0.8)
            high = low + rng.uniform(0.01, 0.2)
            bend, stray = verifier.prover.bend(side, n, v.norm_up(n), low, high)
            self.assertEqual(stray, 0)
            h = 1e-4
            for i in range(9):
                t = low + h + (high - low - 2 * h) * i / 8
                p = [v.dot(n, v.apply(verifier.prover.pose(t + d, 0, body.frame), (0.05, 0, 0))) for d in (-h, 0, h)]
                self.assertLess(abs(p[2] - 2 * p[1] + p[0]) / h ** 2, bend * v.norm_up(n) + 1e-5)

    def test_an_elbow_that_unfolds_gets_farther_from_the_shoulder(self):
        names = ['base', 'l0', 'l1']
        joints = [{'name': 'j%d' % k, 'kind': 'continuous', 'parent': names[k], 'child': names[k + 1], 'origin': EYE[:9] + [0.5 * k, 0, 0],
                   'axis': [0, 0, 1], 'limits': None, 'mimic': None} for k in range(2)]
        tip = part({'kind': 'sphere', 'radius': 0.001}, EYE[:9] + [0.5, 0, 0])
        links = [{'name': name, 'collisions': [tip] if name == 'l1' else [], 'visualOnly': ''} for name in names]
        verifier = v.Verifier(v.ExportReader('m').model(arm_model(links=links, joints=joints)))
        verifier.prover.segment = v.Segment([v.Polynomial([0, 3, 0, 0, 0, 0]), v.Polynomial([math.pi, math.pi, 0, 0, 0, 0])], {})
        body = verifier.cell.bodies[0]
        side = v.Side(body, body.whole(), 0)
        # Stretched out at t = 1, along the direction of 3 rad.
        n = (math.cos(3), math.sin(3), 0.0)
        true = 0.5 * 9 + 0.5 * (3 + math.pi) ** 2
        for low, most in ((0.0, 60), (0.99, 1.05 * true)):
            bend, _ = verifier.prover.bend(side, n, v.norm_up(n), low, 1.0)
            self.assertGreaterEqual(bend, true)
            self.assertLess(bend, most)

    def test_an_axis_that_is_tilted_by_another(self):
        names = ['base', 'l0', 'l1']
        joints = [{'name': 'j%d' % k, 'kind': 'continuous', 'parent': names[k], 'child': names[k + 1], 'origin': EYE,
                   'axis': [1, 0, 0] if k == 0 else [0, 0, 1], 'limits': None, 'mimic': None} for k in range(2)]
        links = [{'name': name, 'collisions': [part({'kind': 'sphere', 'radius': 0.001}, EYE[:9] + [1, 0, 0])] if name == 'l1' else [], 'visualOnly': ''}
                 for name in names]
        verifier = v.Verifier(v.ExportReader('m').model(arm_model(links=links, joints=joints)))
        verifier.prover.segment = v.Segment([v.Polynomial([0, 1, 0, 0, 0, 0]), v.Polynomial([0, 10, 0, 0, 0, 0])], {})
        body = verifier.cell.bodies[0]
        n = (0.0, 0.0, 1.0)
        bend, _ = verifier.prover.bend(v.Side(body, body.whole(), 0), n, 1.0, 0.0, 1.0)
        h, most = 1e-3, 0.0
        for i in range(1, 200):
            p = [v.dot(n, v.apply(verifier.prover.pose(i / 200 + d, 0, body.frame), (1, 0, 0))) for d in (-h, 0, h)]
            most = max(most, abs(p[2] - 2 * p[1] + p[0]) / h ** 2)
        self.assertGreater(most, 60)
        self.assertGreater(bend, most)

    def test_coverage_against_brute_force_seed_8(self):
        rng = random.Random(8)
        full = 0
        for _ in range(400):
            boxes = []
            for _ in range(rng.randrange(1, 14)):
                a, b, t = (sorted(rng.sample(range(5), 2)) for _ in range(3))
                boxes.append((a[0], a[1], b[0], b[1], t[0] / 4, t[1] / 4))
            if rng.random() < 0.5:
                boxes += [(0, 4, 0, 2, 0.0, 0.75), (0, 4, 2, 4, 0.0, 1.0)]
            brute = all(any(x[0] <= i < x[1] and x[2] <= j < x[3] and x[4] <= (k + 0.5) / 4 <= x[5] for x in boxes)
                        for i in range(4) for j in range(4) for k in range(4))
            full += brute
            self.assertEqual(v.covered(boxes, 4, 4), brute)
        self.assertGreater(full, 20)

    def test_points_in_solids_seed_9(self):
        rng = random.Random(9)
        mesh = v.Mesh(cube(1.0), (v.IDENTITY, v.ORIGIN, 0.0, 0.0), 1.0, 'm')
        (_, (shell,), _), = v.components(mesh, True)
        for _ in range(300):
            p = tuple(rng.choice([-1.5, -0.5, 0.0, 0.5, 1.25, rng.uniform(-1.5, 1.5)]) for _ in range(3))
            self.assertEqual(shell.contains(p), all(abs(x) < 1 for x in p), p)
        self.assertEqual(v.components(mesh, False)[0][1], [])
        # Two walls that share a face, of which one is turned; a flap does not open it.
        both = cube(1.0)
        flap = len(both['positions']) // 3
        both['positions'] += [3, 0, 0]
        both['indices'] += [0, 1, flap]
        (_, (shell,), _), = v.components(v.Mesh(both, (v.IDENTITY, v.ORIGIN, 0.0, 0.0), 1.0, 'm'), True)
        self.assertTrue(shell.contains((0.1, 0.2, 0.3)))
        self.assertFalse(shell.contains((1.5, 0.0, 0.0)))
        opened = cube(1.0)
        opened['indices'] = opened['indices'][3:]
        self.assertEqual(v.components(v.Mesh(opened, (v.IDENTITY, v.ORIGIN, 0.0, 0.0), 1.0, 'm'), True)[0][1], [])


    def test_holes_of_solids(self):
        def inside(p, *parts):
            positions, indices = [], []
            for one in parts:
                first = len(positions) // 3
                positions, indices = positions + one['positions'], indices + [i + first for i in one['indices']]
            mesh = v.Mesh({'positions': positions, 'indices': indices}, (v.IDENTITY, v.ORIGIN, 0.0, 0.0), 1.0, 'm')
            return any(shell.contains(p) for _, shells, _ in v.components(mesh, True) for shell in shells)

        hole = cube(1.0, turned=True)
        for p, want, parts in (((0, 0, 0), False, (cube(2.0), hole)), ((1.5, 0, 0), True, (cube(2.0), hole)),
                               ((0, 0, 0), True, (cube(2.0), cube(1.0))), ((0, 0, 0), True, (cube(2.0), cube(3.0), hole)),
                               ((1.0, 0, 0), True, (cube(2.0), cube(1.0, at=(1.0, 0, 0), turned=True))), ((0, 0, 0), True, (hole,)),
                               ((2.2, 0, 0), True, (cube(2.0), cube(1.0, at=(1.5, 0, 0), turned=True))),
                               ((0, 0, 0), True, (cube(2.0), hole, cube(0.5))), ((0.7, 0, 0), False, (cube(2.0), hole, cube(0.5)))):
            self.assertEqual(inside(p, *parts), want, p)

    def test_triangles_that_meet_seed_11(self):
        rng = random.Random(11)
        found = [0, 0]
        for _ in range(150):
            a, b = ([tuple(rng.choice([0.0, 0.25, 0.5, 1.0, rng.random()]) for _ in range(3)) for _ in range(3)] for _ in range(2))
            both = v.meet(a, b)
            # Points of both that are the same, or nearly: a grid of barycentric places can only miss what meets.
            near = min(math.dist(x, y) for x in grid(a) for y in grid(b))
            if near < 1e-12:
                self.assertTrue(both)
            if near > 0.25:
                self.assertFalse(both)
            found[both] += 1
        self.assertGreater(min(found), 20)


def grid(t):
    return [tuple((i * t[0][k] + j * t[1][k] + (6 - i - j) * t[2][k]) / 6 for k in range(3)) for i in range(7) for j in range(7 - i)]


def sample(shape, rng):
    """A point of a shape."""
    kind = shape['kind']
    while True:
        if kind == 'box':
            return tuple(rng.uniform(-h, h) for h in shape['half'])
        p = [rng.uniform(-1, 1) for _ in range(3)]
        if kind == 'sphere' and v.dot(p, p) <= 1:
            return tuple(shape['radius'] * x for x in p)
        if kind == 'ellipsoid' and v.dot(p, p) <= 1:
            return tuple(r * x for r, x in zip(shape['radii'], p))
        if kind in ('cylinder', 'cone', 'capsule') and p[0] ** 2 + p[1] ** 2 <= 1:
            r, h = shape['radius'], shape['length'] / 2
            if kind == 'cylinder':
                return (r * p[0], r * p[1], h * p[2])
            if kind == 'cone':
                k = (1 - p[2]) / 2
                return (r * k * p[0], r * k * p[1], h * p[2])
            if v.dot(p, p) <= 1:
                return (r * p[0], r * p[1], r * p[2] + rng.uniform(-h, h))


class Files(unittest.TestCase):
    def test_meshes_and_a_robot_as_urdf_and_as_a_cell_file(self):
        with tempfile.TemporaryDirectory() as folder:
            def write(name, data):
                path = os.path.join(folder, name)
                with open(path, 'wb') as file:
                    file.write(data if isinstance(data, bytes) else data.encode())
                return path

            corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
            faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
            binary = b'solid but binary'.ljust(80) + struct.pack('<I', 4)
            ascii_, obj = 'solid t\n', ''.join('v %g %g %g\n' % p for p in corners)
            for f in faces:
                binary += struct.pack('<12fH', 0, 0, 0, *[x for k in f for x in corners[k]], 0)
                ascii_ += 'facet normal 0 0 nan\nouter loop\n' + ''.join('vertex %g %g %g\n' % corners[k] for k in f) + 'endloop\nendfacet\n'
                obj += 'f ' + ' '.join('%d//1' % (k + 1) for k in f) + '\n'
            write('b.stl', binary), write('a.stl', ascii_ + 'endsolid t\n'), write('o.obj', obj + 'f -4 -3 -2\n')
            self.assertEqual(c.read_mesh(os.path.join(folder, 'b.stl'), [1, 1, 1], (1, 2)), c.read_mesh(os.path.join(folder, 'a.stl'), [1, 1, 1], (1, 2)))
            mesh = c.read_mesh(os.path.join(folder, 'o.obj'), [1, 1, 1], (1, 2))
            self.assertEqual(mesh['indices'], [k for f in faces for k in f] + [0, 1, 2])
            mirrored = c.read_mesh(os.path.join(folder, 'o.obj'), [-2, 1, 1], (1, 2))
            self.assertEqual((mirrored['positions'][3:6], mirrored['indices'][:3]), ([-2, 0, 0], [0, 1, 2]))
            urdf = '''<robot name="r"><link name="base"/><link name="tip"><collision><origin xyz="0 0 1" rpy="0 0.5 0"/>
                <geometry><mesh filename="b.stl" scale="2 2 2"/></geometry></collision></link>
                <joint name="j" type="revolute"><parent link="base"/><child link="tip"/><axis xyz="0 0 2"/><limit lower="-1" upper="1" effort="0" velocity="0"/></joint></robot>'''
            write('r.urdf', urdf)
            write('r.srdf', '<robot name="r"><disable_collisions link1="base" link2="tip" reason="Adjacent"/></robot>')
            cell = write('cell.json', json.dumps({'surepath': 1, 'robots': [{'urdf': 'r.urdf', 'srdf': 'r.srdf', 'padding': {'tip': 0.01}}], 'obstacles': [
                {'name': 'floor', 'shape': {'half_space': {'normal': [0, 0, 2], 'offset': -4}}}, {'name': 'ball', 'shape': {'sphere': {'radius': 0.1}}, 'pose': {'xyz': [5, 0, 0]}}]}))
            model = v.load_model(cell)
            self.assertEqual(model['robots'][0]['joints'][0]['axis'], [0, 0, 1])
            self.assertEqual(model['robots'][0]['disabled'], [['base', 'tip', 'Adjacent']])
            self.assertEqual(model['obstacles'][0]['parts'][0]['geometry'], {'kind': 'half-space', 'normal': [0, 0, 1], 'offset': -2})
            self.assertEqual([body.name for body in v.Cell(model).bodies], ['tip', 'floor', 'ball'])
            self.assertEqual(len(v.load_model(os.path.join(folder, 'r.urdf'), os.path.join(folder, 'r.srdf'))['digest']), 64)
            for bad in ('<robot', '<robot name="r"/>', '<!DOCTYPE robot [<!ENTITY a "b">]><robot/>', urdf.replace('b.stl', 'c.stl'), urdf.replace('0 0 2', '0 0 nan'),
                        urdf.replace('0 0 2', '0 0'), urdf.replace('child link="tip"', 'child link="base"')):
                with self.assertRaises(v.BadInput):
                    v.load_model(write('bad.urdf', bad))
            for bad in ('surepath: 1', '{"surepath": 2, "robots": []}', '{"surepath": 1, "robots": [{"urdf": "none.urdf"}]}', '{"surepath": 1}'):
                with self.assertRaises(v.BadInput):
                    v.load_model(write('bad.json', bad))

    def test_the_sine_of_files_is_near_the_true_one_seed_10(self):
        rng = random.Random(10)
        for _ in range(300):
            x = rng.uniform(-30, 30)
            for got, want in zip(c.sincos_double(x), decimal_sincos(x)):
                self.assertLessEqual(abs(Decimal(got) - want), Decimal(1.25 * v.U))

    def test_exported_models_that_are_none(self):
        model = arm_model()
        text = json.dumps(model)
        for bad in (text.replace('"surepath-model": 1', '"surepath-model": 2'), text.replace('0.5', '0.25', 1), text.replace('"box"', '"bax"', 1),
                    text.replace('"allow"', '"Allow"'), text.replace('revolute', 'resolute'), text.replace('"limits": [-3, 3]', '"limits": [-3]'), '{"surepath-model": 1}'):
            self.assertNotEqual(bad, text)
            self.assertEqual(judge(bad, certificate(model, [UPWARD])), 'fault')


class Program(unittest.TestCase):
    def run_program(self, *arguments, **options):
        return subprocess.run([sys.executable, os.path.join(HERE, 'surepath_verify.py')] + list(arguments), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, universal_newlines=True, timeout=120, **options)

    def test_exit_codes_and_batches(self):
        model = arm_model()
        with tempfile.TemporaryDirectory() as folder:
            names = {}
            for name, data in (('m', model), ('good', certificate(model, [UPWARD])), ('bad', certificate(model, [])), ('none', {}),
                               ('delays', {'surepath-delay-certificate': 1}), ('path', {'joints': ['turn'], 'waypoints': [[0], [1]]}),
                               ('other', {'joints': ['turn'], 'waypoints': [[0], [0.5]]})):
                names[name] = os.path.join(folder, name + '.json')
                with open(names[name], 'w') as file:
                    json.dump(data, file)
            for name, code, words in (('good', 0, 'verified: free with 0 mm to the surroundings, 0 mm within a robot\n  1 segments'), ('bad', 1, 'rejected (coverage): '), ('none', 2, 'begins with'), ('missing', 2, 'No such file')):
                ran = self.run_program(names.get(name, name), names['m'])
                self.assertEqual(ran.returncode, code)
                self.assertIn(words, ran.stdout + ran.stderr)
                self.assertNotIn('Traceback', ran.stderr)
            self.assertEqual(self.run_program(names['good'], names['m'], '--path', names['path']).returncode, 0)
            self.assertEqual(self.run_program(names['good'], names['m'], '--path', names['other']).returncode, 1)
            reason = json.loads(self.run_program(names['bad'], names['m'], '--json').stdout)['reason']
            self.assertEqual((reason['code'], reason['pair'], reason['segment']), ('coverage', ['bar', 'post'], 0))
            lines = [json.dumps({'certificate': names[x], 'cell': names['m']}) for x in ('good', 'bad', 'none', 'good')] + ['{"certificate": 1}', 'x']
            answers = [json.loads(x) for x in self.run_program('--batch', '-', input='\n'.join(lines)).stdout.splitlines()]
            self.assertEqual([x['code'] for x in answers], [0, 1, 2, 0, 2, 2])


if __name__ == '__main__':
    unittest.main()
