/** What an import, or a dry run of one, found and did. */

export const recordKinds = [
  'people',
  'channels',
  'conversations',
  'messages',
  'threads',
  'reactions',
  'files',
  'emoji',
] as const;
export type RecordKind = (typeof recordKinds)[number];

export interface Count {
  /** In the source. */
  found: number;
  /** Brought by this run; in a dry run, what would be brought. */
  added: number;
  /** Here before: from an earlier run, or people who were found by their email address. */
  known: number;
  /** Left out; each is among the problems, but for notices. */
  skipped: number;
}

export interface Problem {
  place: string;
  reason: string;
}

export interface Mapping {
  from: string;
  to: string;
}

export interface ImportReport {
  product: string;
  origin: string;
  dry_run: boolean;
  /** Of the import, for `heddle import undo`; none in a dry run. */
  run?: number;
  counts: Record<RecordKind, Count>;
  /** Of files that were brought. */
  file_bytes: number;
  /** Messages that only say that somebody joined, left or renamed something. */
  notices_left_out: number;
  /** People without an email address, who got a placeholder. */
  without_email: number;
  problems: Problem[];
  /** There may be more than are listed. */
  problem_count: number;
  problems_by_reason: Record<string, number>;
  people: Mapping[];
  channels: Mapping[];
  seconds: number;
  /** In a dry run: how long the import would take at least, and the space that it would need. */
  estimate?: { seconds: number; bytes: number };
}

/** Stops an import that has more errors than its limit. */
class TooManyProblems extends Error {
  override readonly name = 'TooManyProblems';
}

const mostListed = 1000;
const mostReasons = 100;
const mostMapped = 5000;
const longestPlace = 300;

export class ReportBuilder {
  readonly report: ImportReport;
  readonly #mostErrors: number;
  readonly #startedAt = performance.now();

  constructor(product: string, origin: string, isDryRun: boolean, mostErrors = Number.MAX_SAFE_INTEGER) {
    const none = (): Count => ({ found: 0, added: 0, known: 0, skipped: 0 });
    this.#mostErrors = mostErrors;
    this.report = {
      product,
      origin,
      dry_run: isDryRun,
      counts: Object.fromEntries(recordKinds.map((kind) => [kind, none()])) as Record<RecordKind, Count>,
      file_bytes: 0,
      notices_left_out: 0,
      without_email: 0,
      problems: [],
      problem_count: 0,
      problems_by_reason: {},
      people: [],
      channels: [],
      seconds: 0,
    };
  }

  count(kind: RecordKind, what: keyof Count, by = 1): void {
    this.report.counts[kind][what] += by;
  }

  /** @throws TooManyProblems */
  problem(place: string, reason: string): void {
    const { report } = this;
    report.problem_count++;
    if (report.problems.length < mostListed)
      report.problems.push({ place: place.slice(0, longestPlace), reason: reason.slice(0, longestPlace) });
    const general = reason
      .replace(/\d+/g, 'N')
      .replace(/"[^"]*"/g, '"…"')
      .slice(0, 100);
    const reasons = report.problems_by_reason;
    if (Object.hasOwn(reasons, general) || Object.keys(reasons).length < mostReasons)
      reasons[general] = (Object.hasOwn(reasons, general) ? (reasons[general] ?? 0) : 0) + 1;
    if (report.problem_count > this.#mostErrors)
      throw new TooManyProblems(
        `The import stopped: it has more than ${this.#mostErrors} problems. The last one, at ${place}: ${reason}`,
      );
  }

  mapped(kind: 'people' | 'channels', from: string, to: string): void {
    const list = this.report[kind];
    if (list.length < mostMapped) list.push({ from, to });
  }

  done(): ImportReport {
    this.report.seconds = Math.round((performance.now() - this.#startedAt) / 10) / 100;
    return this.report;
  }
}
