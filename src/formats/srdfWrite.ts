/** Writes an SRDF: what is known of a robot's semantics, read back by srdf.ts as it is. */
import type { SemanticDescription } from '../kinematics/index.ts';

/** The text of an SRDF. `remarks` are for who reads it: comments at its beginning. */
export function writeSrdf(semantics: SemanticDescription, remarks: readonly string[] = []): string {
  const lines = ['<?xml version="1.0"?>', `<robot${attributes({ name: semantics.robot })}>`];
  // Two hyphens, or one at the end, would end a comment, or be none.
  for (const text of remarks) lines.push(`  <!-- ${text.replace(/-(?=-|$)/g, '- ')} -->`);
  for (const group of semantics.groups) {
    lines.push(`  <group${attributes({ name: group.name })}>`);
    for (const name of group.links) lines.push(`    <link${attributes({ name })}/>`);
    for (const name of group.joints) lines.push(`    <joint${attributes({ name })}/>`);
    for (const { base, tip } of group.chains) {
      lines.push(`    <chain${attributes({ base_link: base, tip_link: tip })}/>`);
    }
    for (const name of group.subgroups) lines.push(`    <group${attributes({ name })}/>`);
    lines.push('  </group>');
  }
  for (const { name, group, values } of semantics.states) {
    lines.push(`  <group_state${attributes({ name, group })}>`);
    for (const [joint, value] of values) {
      lines.push(`    <joint${attributes({ name: joint, value: value.join(' ') })}/>`);
    }
    lines.push('  </group_state>');
  }
  for (const { name, group, parentLink, parentGroup } of semantics.endEffectors) {
    const more = parentGroup === undefined ? {} : { parent_group: parentGroup };
    lines.push(`  <end_effector${attributes({ name, group, parent_link: parentLink, ...more })}/>`);
  }
  for (const { name, kind, parentFrame, childLink } of semantics.virtualJoints) {
    const rest = { type: kind, parent_frame: parentFrame, child_link: childLink };
    lines.push(`  <virtual_joint${attributes({ name, ...rest })}/>`);
  }
  for (const name of semantics.passiveJoints) {
    lines.push(`  <passive_joint${attributes({ name })}/>`);
  }
  for (const { link1, link2, reason } of semantics.disabledPairs) {
    lines.push(`  <disable_collisions${attributes({ link1, link2, reason })}/>`);
  }
  return `${lines.join('\n')}\n</robot>\n`;
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}
