/** Answers as elements of the page. Names from files reach it as text only, and visible: the worker sees to that. */
import type { Answer } from './answer.ts';
import type { NeededFile } from './files.ts';

const TITLES: Record<Answer['status'], string> = {
  verified: 'Verified',
  rejected: 'Rejected',
  missing: 'Something is missing',
  refused: 'Refused',
};
const STATES: Record<NeededFile['state'], string> = {
  given: 'given',
  changed: 'another one is given',
  missing: 'missing',
};

function element(tag: string, text = '', className = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function list(items: readonly string[]): HTMLElement {
  const made = element('ul');
  made.append(...items.map((item) => element('li', item)));
  return made;
}

export function answerView(answer: Answer): HTMLElement {
  const { file, status, headline, details, assumptions, facts, needed } = answer;
  const made = element('article', '', `answer ${status}`);
  const { length } = assumptions;
  const under =
    length === 0 ? '' : ` under ${length === 1 ? 'an assumption' : `${length} assumptions`}`;
  const title = `${TITLES[status]}${status === 'verified' ? under : ''}`;
  made.append(element('h2', file ? `${title}: ${file}` : title));
  made.append(element('p', headline, 'headline'));
  if (status === 'verified') {
    made.append(
      element(
        'h3',
        assumptions.length > 0
          ? 'Assumed, and not shown'
          : 'Nothing is assumed about pairs or joints',
      ),
    );
    if (assumptions.length > 0) made.append(list(assumptions));
  }
  for (const detail of details) made.append(element('p', detail, 'detail'));
  const open = needed.filter(({ state }) => state !== 'given');
  if (open.length > 0 && status !== 'verified') {
    made.append(element('h3', 'Files that it was made from and that are not here'));
    made.append(list(open.map(({ name, state }) => `${name}: ${STATES[state]}`)));
  }
  if (facts.length > 0) {
    const more = document.createElement('details');
    more.append(element('summary', 'Digests'));
    const table = element('dl');
    for (const [label, value] of facts) table.append(element('dt', label), element('dd', value));
    more.append(table);
    made.append(more);
  }
  return made;
}

/** While the worker is busy, and where it could not be. */
export function noteView(text: string): HTMLElement {
  return element('p', text, 'note');
}
