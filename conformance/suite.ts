/**
 * The conformance suite: what Surepath promises, as requirements that can be checked on the machine on which it is used. The oracles are
 * those of the project's tests (test/helpers/oracles), which share no code with what they judge; `surepath qualify` runs
 * the suite on the program as it is installed. docs/safety/requirements.md is made from this list.
 */
import type { Suite } from '../src/qualify/index.ts';
import { digests, poses, sines, triangles } from './checks/arithmetic.ts';
import { otherCells, tampered, verified } from './checks/certificates.ts';
import { distances, kernels } from './checks/meshes.ts';
import { damagedFiles } from './checks/readers.ts';
import {
  assumed,
  judgeSees,
  knownPaths,
  limits,
  randomMotions,
  repeated,
} from './checks/verdicts.ts';

export const suite: Suite = [
  {
    id: 'R1',
    text: 'A motion that is called free has no configuration at which bodies that are tested touch, lie inside of each other, or are nearer than their clearance; what is called colliding or too close is so at the witness.',
    pages: ['docs/proofs/free.md', 'docs/proofs/motion.md'],
    tests: [
      'test/campaign/campaign.test.ts',
      'test/campaign/campaignThin.test.ts',
      'test/campaign/campaignPolynomial.test.ts',
      'test/campaign/campaignRefined.test.ts',
      'test/campaign/campaignFeatures.test.ts',
      'test/campaign/campaignDelays.test.ts',
      'test/campaign/circles.test.ts',
      'test/campaign/looseJoints.test.ts',
      'test/campaign/nearContact.test.ts',
      'test/campaign/oracleEdges.test.ts',
    ],
    checks: [randomMotions, knownPaths],
  },
  {
    id: 'R2',
    text: 'The judge of R1 notices a checker that is wrong.',
    pages: ['CONTRIBUTING.md'],
    tests: [
      'test/campaign/campaignCatches.test.ts',
      'test/campaign/independent.test.ts',
      'test/campaign/weakVerifiers.test.ts',
    ],
    checks: [judgeSees],
  },
  {
    id: 'R3',
    text: 'What is not proven is never called free: a check that is ended by a budget, a clock or a signal is undecided and says what is open.',
    pages: ['docs/check.md'],
    tests: ['test/campaign/limits.test.ts', 'test/campaign/timeLimits.test.ts'],
    checks: [limits],
  },
  {
    id: 'R4',
    text: 'Sine, cosine and the poses of bodies are off by no more than their proven bounds.',
    pages: ['docs/proofs/sincos.md', 'docs/proofs/kinematics.md', 'docs/proofs/rounding.md'],
    tests: [
      'test/math/sincos.test.ts',
      'test/kinematics/forward.test.ts',
      'test/kinematics/law.test.ts',
    ],
    checks: [sines, poses],
  },
  {
    id: 'R5',
    text: 'Whether two triangles meet is decided exactly; a bound of their distance is never above it.',
    pages: ['docs/proofs/triangles.md'],
    tests: [
      'test/geometry/triangleIntersect.test.ts',
      'test/geometry/triangleDistanceLower.test.ts',
      'test/geometry/orient.test.ts',
      'test/geometry/triangleCorpus.test.ts',
    ],
    checks: [triangles],
  },
  {
    id: 'R6',
    text: 'Whether two meshes meet, and every bound of their distance, is what all pairs of their triangles say.',
    pages: ['docs/proofs/convex.md', 'docs/proofs/triangles.md'],
    tests: [
      'test/campaign/meshOracle.test.ts',
      'test/campaign/staticOracle.test.ts',
      'test/proximity/mesh/queries.test.ts',
    ],
    checks: [distances],
  },
  {
    id: 'R7',
    text: 'Hot code in WebAssembly is the module that was published, and answers as the TypeScript does, to the bit.',
    pages: ['docs/architecture.md'],
    tests: [
      'test/kernel/kernel.test.ts',
      'test/proximity/mesh/kernel.test.ts',
      'test/proximity/convex/kernel.test.ts',
      'test/check/sweepKernel.test.ts',
      'test/cell/pairSift.test.ts',
    ],
    checks: [kernels],
  },
  {
    id: 'R8',
    text: 'A certificate of a free path is verified, for this cell, this path and these settings alone.',
    pages: ['docs/certificate.md'],
    tests: [
      'test/certificate/verify.test.ts',
      'test/certificate/maker.test.ts',
      'test/campaign/certificateMethods.test.ts',
      'test/campaign/certificateSoundness.test.ts',
    ],
    checks: [verified, otherCells],
  },
  {
    id: 'R9',
    text: 'A certificate that was changed so that it says what is not so, or leaves something unsaid, is rejected.',
    pages: ['docs/certificate.md', 'docs/certificate-tests.md'],
    tests: [
      'test/campaign/certificateTamper.test.ts',
      'test/campaign/forger.test.ts',
      'test/campaign/crowdCertificates.test.ts',
    ],
    checks: [tampered],
  },
  {
    id: 'R10',
    text: 'The digest that binds a certificate to its cell is SHA-256.',
    pages: ['docs/certificate.md'],
    tests: ['test/certificate/sha256.test.ts'],
    checks: [digests],
  },
  {
    id: 'R11',
    text: 'The same question has the same answer, whatever was asked before.',
    pages: ['docs/parallel.md'],
    tests: ['test/parallel/chunk.test.ts'],
    checks: [repeated],
  },
  {
    id: 'R12',
    text: 'What is assumed and not proven is told with every verdict.',
    pages: ['docs/check.md'],
    tests: ['test/words/verdicts.test.ts', 'test/certificate/conditions.test.ts'],
    checks: [assumed],
  },
  {
    id: 'R13',
    text: 'A file that is damaged is refused with its place, and never silently repaired.',
    pages: ['docs/cell-file.md'],
    tests: ['test/campaign/readers.test.ts', 'test/formats/readers.test.ts'],
    checks: [damagedFiles],
  },
];
