/** Reads the emoji of the organization. */
import { fieldsIn } from '../../../lib/objects.ts';
import type { Input } from '../input/input.ts';
import { jsonElements } from '../input/json-elements.ts';
import type { ReactionRecord, SourceRecord } from '../records.ts';
import { id, text, type Tables } from './tables.ts';

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

/** From what is on disk of them: the ID of a user, that of an own emoji or nothing, and the name of the emoji. */
export function reactionsFrom(stored: readonly string[]): ReactionRecord[] {
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
