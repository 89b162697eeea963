// @ts-check
// What certificates take: to make one for a free edge, to verify it, and the check it stands for.

import { existsSync } from 'node:fs';
import { cpuMicroseconds } from './harness.mjs';

/** Certificates that are made and verified, spread over all edges. */
const most = 24;

/**
 * CPU microseconds per edge, minimum over rounds; undefined where the package has no certificates.
 * @param {import('./robotData.mjs').Kernel} kernel
 * @param {import('./edgeData.mjs').EdgeData} data
 * @param {import('./edgeMethods.mjs').Check} check
 * @param {number[]} free numbers of edges that are free
 * @param {number} rounds
 */
export async function measureCertificates(kernel, { cells, edges }, check, free, rounds) {
  const module = new URL('../dist/certificate/index.js', import.meta.url);
  if (!existsSync(module)) return undefined;
  const { makeCertificate, Verifier, writeCertificate } = await import(module.href);
  if (!makeCertificate) return undefined;
  const chosen = free.filter((_, i) => i % Math.max(1, Math.floor(free.length / most)) === 0);
  const verifiers = new Map();
  const preparing = cpuMicroseconds();
  for (const edge of chosen) {
    const { scene } = edges[edge];
    if (!verifiers.has(scene)) verifiers.set(scene, new Verifier(cells[scene].description));
  }
  const prepare = (cpuMicroseconds() - preparing) / Math.max(1, verifiers.size);
  const make = (/** @type {number} */ edge) => {
    const { scene, from, to } = edges[edge];
    const cell = cells[scene];
    const path = kernel.buildPath(cell.tree, [from, to]);
    return makeCertificate(cell.description, cell, path);
  };
  /** @type {{ edge: number, certificate: unknown, bytes: number }[]} */
  const made = [];
  let refused = 0;
  for (const edge of chosen) {
    try {
      const certificate = make(edge);
      made.push({ edge, certificate, bytes: writeCertificate(certificate).length });
    } catch (error) {
      // Free, but not with the nanometre that a certificate wants.
      if (!(error instanceof kernel.InputError)) throw error;
      refused++;
    }
  }
  let rejected = 0;
  let slabs = 0;
  for (const { edge, certificate } of made) {
    const { verified, checked } = verifiers.get(edges[edge].scene).verify(certificate);
    if (!verified) rejected++;
    slabs += checked.slabs;
  }
  const steps = {
    check: (/** @type {(typeof made)[0]} */ { edge }) => check(edge),
    make: (/** @type {(typeof made)[0]} */ { edge }) => make(edge),
    verify: (/** @type {(typeof made)[0]} */ { edge, certificate }) =>
      verifiers.get(edges[edge].scene).verify(certificate),
  };
  const least = { check: Infinity, make: Infinity, verify: Infinity };
  for (let round = 0; round < rounds && made.length > 0; round++) {
    for (const step of /** @type {(keyof typeof steps)[]} */ (Object.keys(steps))) {
      const start = cpuMicroseconds();
      for (const one of made) steps[step](one);
      least[step] = Math.min(least[step], (cpuMicroseconds() - start) / made.length);
    }
  }
  return {
    certificates: made.length,
    refused,
    rejected,
    slabs: slabs / made.length,
    bytes: made.reduce((sum, { bytes }) => sum + bytes, 0) / made.length,
    prepare,
    ...least,
  };
}
