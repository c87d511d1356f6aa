/** Renders the report as a self-contained page. */
import { recordKinds, type ImportReport } from '../../../../wire/imports.ts';
import { keysIn } from '../../lib/objects.ts';
import { changeTitles } from './change-titles.ts';

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

const style = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}th,td{text-align:start;padding:.3rem .6rem;border-bottom:1px solid #8884;vertical-align:top;overflow-wrap:anywhere}
td.n,th.n{text-align:end;font-variant-numeric:tabular-nums}h2{margin-top:2rem}summary{cursor:pointer}`;

export function reportPage(report: ImportReport): string {
  const title = `${report.dry_run ? 'Dry run: import' : 'Import'} from ${report.product}`;
  const facts = [
    `Workspace: ${report.origin}.`,
    `${report.seconds} s.`,
    ...(report.notices_left_out > 0
      ? [`${report.notices_left_out} notices that people joined or left were omitted.`]
      : []),
    ...(report.without_email > 0 ? [`People without an email address: ${report.without_email}.`] : []),
    ...(report.estimate
      ? [
          `The import would take about ${report.estimate.seconds} s, and ${Math.ceil(report.estimate.bytes / 1024 ** 2)} MiB.`,
        ]
      : []),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><h1>${escapeHtml(title)}</h1><p>${facts.map(escapeHtml).join(' ')}</p>
${access(report)}${counts(report)}${changes(report)}${leftOut(report)}${reasons(report)}${problems(report)}
${mappings('Channels', report.channels)}${mappings('People', report.people)}
</body></html>
`;
}

const cell = (value: number | string): string =>
  typeof value === 'number'
    ? `<td class="n">${value.toLocaleString('en')}</td>`
    : `<td>${escapeHtml(value)}</td>`;
const row = (cells: readonly (number | string)[]): string => `<tr>${cells.map(cell).join('')}</tr>`;

function table(heads: readonly [string, boolean][], rows: readonly (readonly (number | string)[])[]): string {
  const head = heads
    .map(([text, isNumber]) => `<th${isNumber ? ' class="n"' : ''}>${escapeHtml(text)}</th>`)
    .join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.map(row).join('')}</tbody></table>`;
}

function counts(report: ImportReport): string {
  const rows = recordKinds.map((kind) => {
    const { found, added, known, skipped } = report.counts[kind];
    return [kind, found, added, known, skipped];
  });
  const added = report.dry_run ? 'would come' : 'added';
  return `<h2>What there is</h2>${table(
    [
      ['', false],
      ['in the export', true],
      [added, true],
      ['here before', true],
      ['left out', true],
    ],
    rows,
  )}`;
}

const accessTitles = { wider: 'Wider here than there', narrower: 'Narrower here than there' } as const;

const accessHeads: readonly [string, boolean][] = [
  ['what', false],
  ['reason', false],
];

/** First, since an administrator has to act on it. */
const access = (report: ImportReport): string =>
  keysIn(accessTitles)
    .map((change) => {
      const lines = report[change].map(({ place, reason }) => [place, reason]);
      const listed = lines.length === 0 ? '<p>Nothing.</p>' : table(accessHeads, lines);
      return `<h2>${accessTitles[change]}</h2>${listed}`;
    })
    .join('');

function changes({ changed }: ImportReport): string {
  const rows = keysIn(changeTitles).flatMap((kind) =>
    changed[kind] > 0 ? [[changeTitles[kind], changed[kind]]] : [],
  );
  if (rows.length === 0) return '';
  return `<h2>Changes to what came before</h2>${table(
    [
      ['what', false],
      ['how many', true],
    ],
    rows,
  )}`;
}

function leftOut({ left_out: lines }: ImportReport): string {
  if (lines.length === 0) return '';
  return `<h2>Left out</h2>${table(
    [
      ['what', false],
      ['how many', true],
      ['reason', false],
      ['the first of them', false],
    ],
    lines.map(({ what, count, reason, places }) => [what, count, reason, places.join(', ')]),
  )}`;
}

function reasons({ problems_by_reason: byReason, problem_count: all }: ImportReport): string {
  if (all === 0) return '<h2>Problems</h2><p>None.</p>';
  return `<h2>Problems</h2>${table(
    [
      ['reason', false],
      ['how often', true],
    ],
    Object.entries(byReason),
  )}`;
}

function problems({ problems: listed, problem_count: all }: ImportReport): string {
  if (all === 0) return '';
  const title = listed.length < all ? `The first ${listed.length} of ${all}` : `All ${all}`;
  const rows = listed.map(({ place, reason }) => [place, reason]);
  return `<details><summary>${title}, with their places</summary>${table(
    [
      ['place', false],
      ['reason', false],
    ],
    rows,
  )}</details>`;
}

function mappings(title: string, list: ImportReport['people']): string {
  if (list.length === 0) return '';
  const rows = list.map(({ from, to }) => [from, to]);
  return `<h2>${title}</h2><details><summary>${list.length}</summary>${table(
    [
      ['in the export', false],
      ['becomes', false],
    ],
    rows,
  )}</details>`;
}
