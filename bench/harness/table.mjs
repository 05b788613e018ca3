import { show } from './figures.mjs';

/**
 * One row of the result.
 * @typedef {{ row: string, ours: number, unit: string, peers: Record<string, number>, must?: { text: string, limit: number, atMost?: boolean },
 *   against?: string, cpu?: Record<string, Record<string, number>> }} Row `must.limit` in the row's unit; `against`: the peer of the ratio
 */

export function judge({ ours, must }) {
  if (!must) return '';
  if (!Number.isFinite(ours) || !Number.isFinite(must.limit)) return 'not measured';
  return (must.atMost ? ours <= must.limit : ours >= must.limit) ? 'pass' : 'FAIL';
}

const ratio = ({ ours, peers, against }) => (against ? `${show(ours / peers[against])} ×` : '');
const peersOf = ({ peers }) =>
  Object.entries(peers)
    .map(([name, value]) => `${name} ${show(value)}`)
    .join('; ');
const cpuOf = ({ cpu = {} }) =>
  Object.entries(cpu)
    .filter(([, used]) => used)
    .map(
      ([who, used]) =>
        `${who}: ${Object.entries(used)
          .map(([name, ms]) => `${name} ${show(ms)}`)
          .join(', ')}`,
    )
    .join('; ');

const COLUMNS = [
  ['workload', ({ row }) => row],
  ['Callboard', ({ ours, unit }) => `${show(ours)} ${unit}`],
  ['peers and limits', peersOf],
  ['must', ({ must }) => (must ? `${must.text} (${must.atMost ? '≤' : '≥'} ${show(must.limit)})` : '')],
  ['ratio', ratio],
  ['', judge],
  ['ms of CPU per unit', cpuOf],
];

/** The rows as Markdown, with aligned columns so that a terminal can show it too. */
export function table(rows) {
  const cells = [COLUMNS.map(([title]) => title), ...rows.map((row) => COLUMNS.map(([, cell]) => cell(row)))];
  const widths = COLUMNS.map((_, column) => Math.max(3, ...cells.map((line) => line[column].length)));
  const lines = cells.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`,
  );
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  return lines.join('\n');
}
