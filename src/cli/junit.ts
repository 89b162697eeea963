/**
 * JUnit XML, as CI systems read it: one suite of named cases, each passed, failed (`failure`) or not
 * settled (`error`). Names come from files: anything may be in them.
 */
import { visible } from '../words/index.ts';

export interface JunitCase {
  readonly name: string;
  /** What it took, where cases are timed. */
  readonly seconds?: number;
  readonly outcome?: {
    readonly element: 'failure' | 'error';
    /** The verdict. */
    readonly type: string;
    /** One line. */
    readonly message: string;
    /** What else there is to say. */
    readonly text: string;
  };
}

export interface JunitSuite {
  readonly name: string;
  /** What the cases belong to: the checked file. */
  readonly classname: string;
  readonly seconds: number;
  readonly properties: readonly (readonly [name: string, value: string])[];
  readonly cases: readonly JunitCase[];
}

export function writeJunit({ name, classname, seconds, properties, cases }: JunitSuite): string {
  const count = (element: string) => cases.filter((c) => c.outcome?.element === element).length;
  const totals = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" time="${seconds.toFixed(3)}"`;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite name="${escaped(name)}" ${totals}>`,
    '    <properties>',
    ...properties.map(
      ([key, value]) => `      <property name="${escaped(key)}" value="${escaped(value)}"/>`,
    ),
    '    </properties>',
    ...cases.map((each) => caseText(each, classname)),
    '  </testsuite>',
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function caseText({ name, seconds, outcome }: JunitCase, classname: string): string {
  const time = seconds === undefined ? '' : ` time="${seconds.toFixed(3)}"`;
  const head = `    <testcase name="${escaped(name)}" classname="${escaped(classname)}"${time}`;
  if (!outcome) return `${head}/>`;
  const { element, type, message, text } = outcome;
  return [
    `${head}>`,
    `      <${element} type="${escaped(type)}" message="${escaped(message)}">${escaped(text)}</${element}>`,
    '    </testcase>',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** For attributes and text alike. What XML 1.0 cannot say is among what is shown as escapes. */
function escaped(text: string): string {
  return visible(text)
    .replace(/[&<>"']/g, (c) => ENTITIES[c])
    .replace(/[\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}
