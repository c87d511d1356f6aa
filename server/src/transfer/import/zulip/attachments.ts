/** Reads the names of files, which their addresses have in another form, and how many files no message names. */
import type { Input } from '../input/input.ts';
import type { SourceRecord } from '../records.ts';
import type { Scratch } from '../scratch.ts';
import { SpillMap } from '../spill-map.ts';
import { Tables, text } from './tables.ts';

export class AttachmentNames {
  /** By path. */
  readonly #names: SpillMap<string>;

  constructor(scratch: Scratch) {
    this.#names = new SpillMap(scratch);
  }

  get(path: string): string | undefined {
    return this.#names.get(path);
  }

  async *read(input: Input, folder: string): AsyncGenerator<SourceRecord> {
    let unnamed = 0;
    const path = `${folder}attachment.json`;
    for await (const { row, fault, place } of new Tables(input, path).read('zerver_attachment')) {
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
