/** The certificate of a path that is free: written as a file, and verified in the page. */

import {
  certificateSize,
  checkedText,
  noCertificateText,
  rejectedText,
} from '../../src/words/index.ts';
import { type App, button, download, element, fill, plainName, usable } from '../model/index.ts';
import type { Controller } from './controller.ts';
import { facts, section } from './fields.ts';
import { NO_PATH, sentence } from './words.ts';

export function certificateSection(app: App, control: Controller): HTMLElement {
  const { store } = app;
  const answer = element('div', { class: 'tl-details', 'aria-live': 'polite' });
  const proof = element('div', { class: 'tl-details', 'aria-live': 'polite', testid: 'verified' });
  /** The text for the path as it is. */
  let text: string | null = null;

  const make = async (): Promise<string | null> => {
    if (text !== null) return text;
    const { question } = control;
    if (!question) return null;
    const made = await control.ask('certificate', question, 'Writing the certificate');
    if (!made) return null;
    if (!made.written) {
      fill(answer, element('p', {}, sentence(noCertificateText(made.reason))));
      return null;
    }
    text = made.text;
    control.learn(text, question.path);
    fill(
      answer,
      facts([
        ['certificate', certificateSize(new Blob([made.text]).size, made)],
        ['SHA-256', made.digest.slice(0, 16)],
      ]),
    );
    return text;
  };

  const save = async () => {
    const made = await make();
    if (made === null) return;
    const name = `${plainName(store.state.path?.name, 'path')}.certificate.json`;
    download(name, made, 'application/json');
  };

  const verify = async () => {
    const made = await make();
    const { question } = control;
    if (made === null || !question) return;
    const { path, settings } = question;
    const told = await control.ask('verify', { text: made, path, settings }, 'Verifying');
    if (!told) return;
    fill(
      proof,
      element(
        'p',
        { class: 'tl-verified', 'data-kind': told.verified ? 'good' : 'bad' },
        told.verified
          ? `✓ verified: ${checkedText(told, told.milliseconds)}`
          : `✕ ${rejectedText(told.reason)}`,
      ),
    );
  };

  const exported = button('Export certificate', () => void save(), {
    testid: 'export-certificate',
    class: 'grow',
  });
  const verified = button('Verify', () => void verify(), {
    testid: 'verify-certificate',
    title: 'Proves every slab again, by a verifier that knows nothing of the search',
  });
  const show = () => {
    const isFree = store.state.results.check?.verdict === 'free' && !control.isChecking;
    const { check } = store.state.results;
    const why = !control.motion
      ? NO_PATH
      : !check || control.isChecking
        ? 'the path has not been checked'
        : 'only a motion that was proven free has a certificate';
    for (const each of [exported, verified]) usable(each, isFree ? null : why);
  };
  // A new question, a new certificate: also where the verdict stays the same.
  const forget = () => {
    text = null;
    fill(answer);
    fill(proof);
  };
  store.subscribe(['results'], (state) => {
    if (!state.results.check) forget();
    show();
  });
  control.listen(show);
  show();
  return section(
    'Certificate',
    element('p', { class: 'muted' }, 'Evidence that others can check without trusting the search.'),
    element('div', { class: 'row' }, exported, verified),
    answer,
    proof,
  );
}
