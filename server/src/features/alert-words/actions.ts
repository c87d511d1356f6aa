/** Adds and removes alert words. */
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { apiError } from '../../lib/errors.ts';
import { codePoints, forbiddenAt, nameKey, tidySpaces } from '../../lib/text.ts';

const longest = 100;

/** Existing words, ignoring case, stay as they are. @returns all words. */
export async function addAlertWords(
  tx: Tx,
  userId: number,
  given: readonly string[],
): Promise<readonly string[]> {
  const known = new Set(getWords(tx, userId).map(nameKey));
  const fresh = new Map(checkedWords(given).map((word) => [nameKey(word), word]));
  for (const key of known) fresh.delete(key);
  refuseAboveLimit('users.too-many-alert-words', known.size, fresh.size);
  if (fresh.size === 0) return getWords(tx, userId);
  const rows = [...fresh].map(([word_key, word]) => ({ user_id: userId, word_key, word }));
  await tx.q.insertInto('alert_word').values(rows).execute();
  return emitAlertWords(tx, userId);
}

/** Unknown words are ignored. @returns the remaining words. */
export async function removeAlertWords(
  tx: Tx,
  userId: number,
  given: readonly string[],
): Promise<readonly string[]> {
  const keys = new Set(given.map((word) => nameKey(tidySpaces(word))));
  const gone = getWords(tx, userId)
    .map(nameKey)
    .filter((key) => keys.has(key));
  if (gone.length === 0) return getWords(tx, userId);
  await tx.q.deleteFrom('alert_word').where('user_id', '=', userId).where('word_key', 'in', gone).execute();
  return emitAlertWords(tx, userId);
}

function checkedWords(given: readonly string[]): string[] {
  for (const [at, word] of given.entries()) {
    if (codePoints(word) > longest)
      throw apiError('parameters.too-long', { name: `alert_words[${at}]`, limit: longest });
    if (forbiddenAt(word) > 0) throw apiError('users.alert-word-character', { name: `alert_words[${at}]` });
  }
  return given.map(tidySpaces).filter((word) => word !== '');
}

const getWords = (tx: Tx, userId: number): readonly string[] => tx.cache.users.get(userId)?.alertWords ?? [];

async function emitAlertWords(tx: Tx, userId: number): Promise<readonly string[]> {
  await tx.touch({ users: [userId] });
  const alert_words = [...getWords(tx, userId)];
  tx.emit({ type: 'alert_words', alert_words }, { users: [userId] });
  return alert_words;
}
