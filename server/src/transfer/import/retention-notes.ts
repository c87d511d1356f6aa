/** Counts the messages that the retention of the organization or of a channel deletes soon after the import. */
import type { ChannelRecord, SourceId, SourceRecord } from './records.ts';
import type { ReportBuilder } from './report.ts';

const dayMs = 86_400_000;

interface RetentionParts {
  report: ReportBuilder;
  /** The setting of the organization; -1 keeps messages for ever. */
  days: number;
  /** Whether it gets the settings of the source. */
  isNew: boolean;
  now: number;
}

interface Rule {
  place: string;
  days: number;
  count: number;
}

export class RetentionNotes {
  readonly #parts: RetentionParts;
  readonly #usual: Rule;
  readonly #channels = new Map<SourceId, Rule>();

  constructor(parts: RetentionParts) {
    this.#parts = parts;
    this.#usual = { place: 'organization', days: parts.days, count: 0 };
  }

  add(record: SourceRecord): void {
    if (record.kind === 'message') {
      const own = 'channel' in record.place ? this.#channels.get(record.place.channel) : undefined;
      const rule = own ?? this.#usual;
      if (rule.days > 0 && record.sentAt < this.#parts.now - rule.days * dayMs) rule.count++;
    } else if (record.kind === 'channel') {
      const days = retentionHere(record, this.#parts);
      if (typeof days === 'number')
        this.#channels.set(record.id, { place: `channel ${record.name}`, days, count: 0 });
    } else if (record.kind === 'settings' && this.#parts.isNew) {
      const value = record.values.message_retention_days?.value;
      if (typeof value === 'number') this.#usual.days = value;
    }
  }

  /** After the last record. */
  done(): void {
    for (const { place, days, count } of [this.#usual, ...this.#channels.values()])
      if (count > 0)
        this.#parts.report.problem(
          place,
          `${count} of its messages are older than ${days} days, after which messages are deleted here. Change the retention to keep them.`,
        );
  }
}

/**
 * How long messages of the channel stay here: a number of days, -1 for ever, or `null` as the organization decides. A channel for
 * which the other organization decided keeps that in one with another rule.
 */
export function retentionHere(
  { retentionDays, inheritedRetentionDays: inherited }: ChannelRecord,
  { days, isNew }: Pick<RetentionParts, 'days' | 'isNew'>,
): number | null | undefined {
  if (isNew || typeof retentionDays === 'number' || inherited === undefined) return retentionDays;
  return inherited === days ? null : inherited;
}
