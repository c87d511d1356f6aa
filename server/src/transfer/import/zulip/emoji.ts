/** Reads the emoji of the organization. */
import { fieldsIn } from '../../../lib/objects.ts';
import type { Input } from '../input/input.ts';
import { jsonElements } from '../input/json-elements.ts';
import type { ReactionRecord, SourceRecord } from '../records.ts';
import type { SpillTable } from '../../../db/sqlite/spill-file.ts';
import type { Tally } from '../reading/tally.ts';
import type { Scratch } from '../scratch.ts';
import { id, text, type Tables } from './tables.ts';
import { UsedRows } from './used-rows.ts';

export async function* readEmoji(input: Input, folder: string, rows: Tables): AsyncGenerator<SourceRecord> {
  const files = new Map<string, string>();
  const records = `${folder}emoji/records.json`;
  if (input.files.has(records))
    for await (const some of jsonElements(await input.open(records)))
      for (const one of some) {
        const row = fieldsIn('value' in one ? one.value : undefined);
        files.set(text(row.file_name), `${folder}emoji/${text(row.path)}`);
      }
  // Deactivated ones first, since active ones may have taken their names.
  for (const isDeactivated of [true, false])
    for await (const { row } of rows.read('zerver_realmemoji')) {
      if (!row || text(row.name) === '' || (row.deactivated === true) !== isDeactivated) continue;
      const fileName = text(row.file_name);
      yield {
        kind: 'emoji',
        id: id(row.id) || undefined,
        name: text(row.name),
        file: { id: `emoji:${id(row.id) || text(row.name)}`, name: fileName, path: files.get(fileName) },
        author: id(row.author) || undefined,
        isDeactivated,
      };
    }
}

/** The reactions of all messages, which are in a table of their own. */
export class Reactions {
  /** By message ID: the ID of a user, that of an own emoji or nothing, and the name of the emoji. */
  readonly #rows: SpillTable;
  readonly #scratch: Scratch;
  readonly #used: UsedRows;

  constructor(scratch: Scratch, tally: Tally) {
    this.#rows = scratch.table();
    this.#scratch = scratch;
    this.#used = new UsedRows(tally, 'zerver_reaction', 'Their message does not come.');
  }

  async read(rows: Tables): Promise<void> {
    for await (const { row, place } of rows.read('zerver_reaction')) {
      if (!row) continue;
      const own = row.reaction_type === 'realm_emoji' ? id(row.emoji_code) : '';
      this.#rows.add(id(row.message), `${id(row.user_profile)} ${own} ${text(row.emoji_name)}`);
      this.#used.add(place);
      await this.#scratch.count();
    }
  }

  of(messageId: string): ReactionRecord[] {
    const stored = this.#rows.values(messageId);
    this.#used.use(stored.length);
    return reactionsFrom(stored);
  }

  /** After the last message. */
  noteRest(): void {
    this.#used.noteRest();
  }
}

function reactionsFrom(stored: readonly string[]): ReactionRecord[] {
  const byEmoji = Map.groupBy(stored, (one) => one.slice(one.indexOf(' ') + 1));
  return [...byEmoji].map(([key, some]) => {
    const space = key.indexOf(' ');
    return {
      emoji: key.slice(space + 1),
      emojiId: key.slice(0, space) || undefined,
      users: some.map((one) => one.slice(0, one.indexOf(' '))),
    };
  });
}
