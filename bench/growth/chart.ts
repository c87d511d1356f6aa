/** Draws how costs grow: a cell for each thing of which there is more, and each cost, both on logarithmic scales. */
import type { Growth } from './judge.ts';
import { measures } from './measures.ts';

const cell = { width: 86, height: 86, gap: 6 };
const margin = { left: 76, top: 34 };
/** Powers of ten from the left to the right, and from the bottom to the top. */
const [mostFactor, leastCost, mostCost] = [3, -0.4, 3];

const x = (factor: number): number => 8 + (Math.log10(factor) / mostFactor) * (cell.width - 16);
const y = (ratio: number): number =>
  cell.height - 4 - ((Math.log10(ratio) - leastCost) / (mostCost - leastCost)) * (cell.height - 8);

const point = (factor: number, ratio: number): string => `${x(factor).toFixed(1)},${y(ratio).toFixed(1)}`;

const style = `text{font:11px sans-serif;fill:#222}.box{fill:#fff;stroke:#ccc}.should{stroke:#999;stroke-dasharray:3 3}
.is{fill:none;stroke:#1f6f54;stroke-width:2}.faster .is{stroke:#c0392b}.faster text{fill:#c0392b;font-weight:bold}`;

export function drawGrowth(all: readonly Growth[]): string {
  const rows = [...Map.groupBy(all, ({ dimension }) => dimension)];
  const columns = [...new Set(all.map(({ measure }) => measure))];
  const left = (column: number) => margin.left + column * (cell.width + cell.gap);
  const top = (row: number) => margin.top + row * (cell.height + cell.gap);
  const heads = columns.map((measure, i) => {
    return `<text x="${left(i) + cell.width / 2}" y="22" text-anchor="middle"><title>${measures[measure].what}</title>${measure}</text>`;
  });
  const body = rows.flatMap(([dimension, some], row) => [
    `<text x="8" y="${top(row) + cell.height / 2}">${dimension}</text>`,
    ...some.map((growth, i) => drawCell(growth, left(i), top(row))),
  ]);
  const [width, height] = [left(columns.length), top(rows.length)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="How costs grow">
<style>${style}</style>
<rect width="${width}" height="${height}" fill="#fff"/>
${[...heads, ...body].join('\n')}
</svg>
`;
}

/** Dashed: what it should grow like. */
function drawCell({ points, expected, isMet }: Growth, left: number, top: number): string {
  const first = points[0]?.cost ?? NaN;
  const most = Math.max(...points.map(({ factor }) => factor));
  const line = points.map(({ factor, cost }) => point(factor, cost / first)).join(' ');
  const should = `${point(1, 1)} ${point(most, expected === 'linear' ? most : 1)}`;
  const ratio = (points.at(-1)?.cost ?? NaN) / first;
  return `<g transform="translate(${left} ${top})"${isMet ? '' : ' class="faster"'}><rect class="box" width="${cell.width}" height="${cell.height}"/>
<polyline class="should" points="${should}"/><polyline class="is" points="${line}"/><text x="8" y="16">×${describeRatio(ratio)}</text></g>`;
}

const describeRatio = (ratio: number): string => (ratio < 10 ? ratio.toFixed(1) : ratio.toFixed(0));
