/** Reads the names of files, which their addresses have in another form, and how many files no message names. */
import type { SourceRecord } from '../records.ts';
import type { Scratch } from '../scratch.ts';
import { SpillMap } from '../spill-map.ts';
import { text, type Tables } from './tables.ts';

export class AttachmentNames {
  /** By path. */
  readonly #names: SpillMap<string>;

  constructor(scratch: Scratch) {
    this.#names = new SpillMap(scratch);
  }

  get(path: string): string | undefined {
    return this.#names.get(path);
  }

  async *read(rows: Tables, path: string): AsyncGenerator<SourceRecord> {
    let unnamed = 0;
    for await (const { row, fault, place } of rows.read('zerver_attachment', path)) {
      if (!row) {
        yield { kind: 'problem', place, reason: fault ?? '' };
        continue;
      }
      if ([row.messages, row.scheduled_messages].every((list) => Array.isArray(list) && list.length === 0))
        unnamed++;
      if (text(row.file_name) !== '') this.#names.set(text(row.path_id), text(row.file_name));
    }
    if (unnamed > 0) yield { kind: 'leftOut', what: 'files', count: unnamed, reason: 'No message has them.' };
  }
}
