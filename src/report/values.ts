/** The values of the path, waypoint by waypoint: every digit of them, so that the report says which motion it is about. */
import { asGiven, count } from '../words/index.ts';
import type { ReportData } from './data.ts';
import { escaped } from './markup.ts';

export function valueSection({ path, record }: ReportData): string {
  const { joints, values, waypoints } = path;
  const head = joints.map((name) => `<th scope="col" class="name">${escaped(name)}</th>`);
  const rows = values.map(
    (q, i) =>
      `<tr><th scope="row">${i}</th>${q.map((value) => `<td class="number">${asGiven(value)}</td>`).join('')}</tr>`,
  );
  const more = waypoints - values.length;
  const rest = more > 0 ? ` ${count(more, 'more waypoint')} not listed.` : '';
  const digest =
    record.motion === null
      ? ''
      : ` The digest of the whole motion is <code class="digest">${escaped(record.motion)}</code>.`;
  return `<section data-testid="values">
<h2>The path, waypoint by waypoint</h2>
<p class="soft">Radians and metres, as they were checked.${rest}${digest}</p>
<div class="scroll"><table class="values"><thead><tr><th scope="col">Waypoint</th>${head.join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>
</section>`;
}
