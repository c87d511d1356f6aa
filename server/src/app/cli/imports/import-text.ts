/** What an import says on the screen when it has ended. */
import { changeTitles } from '../../../transfer/import/change-titles.ts';
import { generalReason, type ImportReport } from '../../../transfer/import/report.ts';
import { keysIn } from '../../../lib/objects.ts';
import type { CommandResult } from '../command-list.ts';
import type { Flags } from '../program-parts.ts';

type ImportResult = CommandResult<'import-run'>;

const number = (n: number): string => n.toLocaleString('en');

/** `3 channels`, `1 channel`. */
export const counted = (n: number, many: string, one = many.replace(/s$/, '')): string =>
  `${number(n)} ${n === 1 ? one : many}`;

/** In the order in which they are said. */
const kinds = {
  people: 'person',
  channels: 'channel',
  conversations: 'conversation',
  messages: 'message',
  threads: 'thread',
  reactions: 'reaction',
  files: 'file',
  emoji: 'emoji',
} as const;

const accessLines = (title: string, lines: ImportReport['wider']): string[] =>
  lines.length === 0
    ? [`${title}: nothing.`]
    : [`${title}:`, ...lines.map(({ place, reason }) => `  ${place}: ${reason}`)];

const shownPlaces = 3;

function placesLine(places: readonly string[], all: number): string[] {
  if (places.length === 0) return [];
  const rest = all > shownPlaces ? ', …' : '';
  return [`      ${places.slice(0, shownPlaces).join(', ')}${rest}`];
}

const leftOutLines = ({ left_out: lines }: ImportReport): string[] =>
  lines.length === 0
    ? []
    : [
        'Left out:',
        ...lines.flatMap(({ what, count, reason, places }) => [
          `  ${number(count)} × ${what}: ${reason}`,
          ...placesLine(places, count),
        ]),
      ];

function problemLines(report: ImportReport): string[] {
  if (report.problem_count === 0) return [];
  const byReason = Map.groupBy(report.problems, ({ reason }) => generalReason(reason));
  const reasons = Object.entries(report.problems_by_reason);
  return [
    `${counted(report.problem_count, 'problems')}:`,
    ...reasons.flatMap(([reason, n]) => [
      `  ${number(n)} × ${reason}`,
      ...placesLine(
        (byReason.get(reason) ?? []).map(({ place }) => place),
        n,
      ),
    ]),
  ];
}

function changeLines({ changed, dry_run: isDryRun }: ImportReport): string[] {
  const lines = keysIn(changeTitles).flatMap((kind) =>
    changed[kind] > 0 ? [`  ${changeTitles[kind]}: ${number(changed[kind])}`] : [],
  );
  const title = isDryRun ? 'Would change of what came before:' : 'Changed of what came before:';
  return lines.length === 0 ? [] : [title, ...lines];
}

function estimateLines({ estimate }: ImportReport): string[] {
  if (!estimate) return [];
  const space = Math.ceil(estimate.bytes / 1024 ** 2);
  return [`It would take about ${number(estimate.seconds)} s and ${number(space)} MiB.`];
}

const hasPlaces = ({ problem_count: problems, left_out: lines }: ImportReport): boolean =>
  problems > 0 || lines.some(({ places }) => places.length > 0);

export function resultText({ report, organization, owner_link: link }: ImportResult, flags: Flags): string {
  const { counts } = report;
  const verb = report.dry_run ? 'Would import' : 'Imported';
  const parts = keysIn(kinds)
    .filter((kind) => counts[kind].added > 0)
    .map((kind) => counted(counts[kind].added, kind, kinds[kind]));
  const what = parts.length === 0 ? 'nothing new' : parts.join(', ');
  const nameless = report.without_email;
  const lines = [
    `${verb} ${what} from ${report.product} (${report.origin}) into ${organization.name}, in ${report.seconds.toFixed(1)} s.`,
    ...accessLines('Wider here than there', report.wider),
    ...accessLines('Narrower here than there', report.narrower),
    ...changeLines(report),
    ...leftOutLines(report),
    ...problemLines(report),
    ...(nameless > 0
      ? [`${counted(nameless, 'people have', 'person has')} no email address in the export.`]
      : []),
    ...estimateLines(report),
    ...(link === undefined ? [] : [`The owner chooses a password at ${link}`]),
    ...(typeof flags.report === 'string'
      ? [`The report is in ${flags.report}.`]
      : hasPlaces(report)
        ? ['With --report <folder>, the report has all places.']
        : []),
  ];
  return lines.join('\n');
}
