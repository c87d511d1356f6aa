/** Collects what an import, or a dry run, found and did. */

import { recordKinds, type Count, type ImportReport, type RecordKind } from '../../../../wire/imports.ts';
import { toRecord } from '../../lib/objects.ts';
import type { AccessChange, LeftOutRecord } from './records.ts';

export type { ImportReport } from '../../../../wire/imports.ts';

/** Aborts an import that has more errors than its limit. */
class TooManyProblems extends Error {
  override readonly name = 'TooManyProblems';
}

const none = (): Count => ({ found: 0, added: 0, known: 0, skipped: 0 });
export const noCounts = (): Record<RecordKind, Count> => toRecord(recordKinds, none);

const mostListed = 1000;
const mostReasons = 100;
const mostMapped = 5000;
const longestPlace = 300;
const longestReason = 200;
const mostPlaces = 20;
const otherKinds = 'other kinds';

type LeftOut = Pick<LeftOutRecord, 'what' | 'count' | 'reason' | 'places'>;

/** The same for all problems of one kind. */
export const generalReason = (reason: string): string =>
  reason
    .replace(/\d+/g, '…')
    .replace(/"[^"]*"/g, '"…"')
    .slice(0, longestReason);

export class ReportBuilder {
  readonly report: ImportReport;
  readonly #mostErrors: number;
  readonly #problemsOnce = new Set<string>();
  readonly #accessLines = new Set<string>();
  readonly #startedAt = performance.now();

  constructor(product: string, origin: string, isDryRun: boolean, mostErrors = Number.MAX_SAFE_INTEGER) {
    this.#mostErrors = mostErrors;
    this.report = {
      product,
      origin,
      dry_run: isDryRun,
      wider: [],
      narrower: [],
      counts: noCounts(),
      file_bytes: 0,
      notices_left_out: 0,
      left_out: [],
      changed: {
        edited: 0,
        moved: 0,
        deleted: 0,
        files: 0,
        reactions: 0,
        reactions_removed: 0,
        repaired: 0,
        kept: 0,
        joined: 0,
      },
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
    const general = generalReason(reason);
    const reasons = report.problems_by_reason;
    if (Object.hasOwn(reasons, general) || Object.keys(reasons).length < mostReasons)
      reasons[general] = (Object.hasOwn(reasons, general) ? (reasons[general] ?? 0) : 0) + 1;
    if (report.problem_count > this.#mostErrors)
      throw new TooManyProblems(
        `The import stopped: it has more than ${this.#mostErrors} problems. The last one, at ${place}: ${reason}`,
      );
  }

  /** Reports a problem that many records may have, such as with a name, once. */
  problemOnce(place: string, reason: string): void {
    const key = JSON.stringify([place, reason]);
    if (this.#problemsOnce.has(key)) return;
    if (this.#problemsOnce.size < mostMapped) this.#problemsOnce.add(key);
    this.problem(place, reason);
  }

  /** Adds to the line of the same kind and reason. */
  leaveOut({ what, count, reason, places: given = [] }: LeftOut): void {
    const list = this.report.left_out;
    const places = given.slice(0, mostPlaces).map((place) => place.slice(0, longestPlace));
    const line = list.find((one) => one.what === what && one.reason === reason);
    if (line) {
      line.count += count;
      if (line.places.length < mostPlaces) line.places.push(...places);
    } else if (list.length < mostReasons)
      list.push({ what: what.slice(0, longestPlace), count, reason: reason.slice(0, longestPlace), places });
    // Nothing disappears: what is in no line of its own is counted in the last one.
    else this.#others(count);
  }

  #others(count: number): void {
    const line = this.report.left_out.find(({ what }) => what === otherKinds);
    if (line) line.count += count;
    else
      this.report.left_out.push({
        what: otherKinds,
        count,
        places: [],
        reason: 'The export has too many kinds to list.',
      });
  }

  leaveOutUnnamed(count: number): void {
    this.count('reactions', 'found', count);
    this.count('reactions', 'skipped', count);
    this.leaveOut({ what: 'reactions', count, reason: 'The export does not say whose they are.' });
  }

  /** The same line once: a part of the import may run again. */
  access(change: AccessChange, place: string, reason: string): void {
    const line = { place: place.slice(0, longestPlace), reason: reason.slice(0, longestPlace) };
    const key = JSON.stringify([change, line]);
    if (this.#accessLines.has(key)) return;
    this.#accessLines.add(key);
    this.report[change].push(line);
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
