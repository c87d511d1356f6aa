/** Whom a text concerns because a word stands in it that they watch for. */
import type { Directory } from '../../core/organization/index.ts';
import { newAlertWordIndex, type AlertWordIndex } from '../../lib/markdown/alert-words.ts';

interface Known {
  version: number;
  index: AlertWordIndex;
  /** By person, the words that the index has of them. */
  words: Map<number, readonly string[]>;
}

const knownOf = new WeakMap<Directory, Known>();

/** Ids of active people, ascending. One pass over the text, however many people and words there are. */
export function alertedBy(directory: Directory, text: string): number[] {
  return indexOf(directory.committed)
    .find(text)
    .filter((id) => directory.users.get(id)?.isActive);
}

/** Brought up to date at the first message after somebody changed: only words that are others go in or out. */
function indexOf(directory: Directory): AlertWordIndex {
  let known = knownOf.get(directory);
  if (known?.version === directory.users.version) return known.index;
  known ??= { version: -1, index: newAlertWordIndex(), words: new Map() };
  knownOf.set(directory, known);
  for (const { id, alertWords } of directory.users.values()) {
    const before = known.words.get(id);
    if (before === alertWords || (before === undefined && alertWords.length === 0)) continue;
    known.index.set(id, alertWords);
    known.words.set(id, alertWords);
  }
  known.version = directory.users.version;
  return known.index;
}
