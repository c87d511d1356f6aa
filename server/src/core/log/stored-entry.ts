import type { Audience, EventBody, LogEntry } from './entry.ts';
import type { Touched } from '../organization/index.ts';
import { parseStored } from '../../lib/json.ts';

/** An entry that was read. Its event is parsed where something needs more of it than its type: often there is no queue for it here. */
export class StoredEntry implements LogEntry {
  readonly orgId: number;
  readonly position: number;
  readonly shift: number;
  readonly type: string;
  readonly audience: Audience;
  readonly touched: Touched | null;
  readonly createdAt: number;
  readonly size: number;
  #event: EventBody | undefined;
  #payload: string;

  /** @param fields `payload` is the event as JSON. */
  constructor(fields: Omit<LogEntry, 'event' | 'size'> & { payload: string }) {
    this.orgId = fields.orgId;
    this.position = fields.position;
    this.shift = fields.shift;
    this.type = fields.type;
    this.audience = fields.audience;
    this.touched = fields.touched;
    this.createdAt = fields.createdAt;
    this.size = fields.payload.length;
    this.#payload = fields.payload;
  }

  get event(): EventBody {
    if (this.#event) return this.#event;
    this.#event = parseStored<EventBody>(this.#payload);
    // It may be a part of a much longer text.
    this.#payload = '';
    return this.#event;
  }
}
