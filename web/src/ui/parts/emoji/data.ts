/** The server's names of emoji, fetched when they are first asked for, and what was chosen lately on this device. */
import { signal } from '@preact/signals';
import { oncePerLive, type Live } from '../../../store/live.ts';
import { addRecent, emojiEntries, type CustomEmoji, type EmojiEntry } from '../../../view/emoji/emoji.ts';
import { tryToStore } from '../../../store/base/storage.ts';
import { parseStored } from '../../../store/base/storage.ts';

type EmojiNames = Readonly<Record<string, readonly string[]>>;

let loading: Promise<EmojiNames> | undefined;

/** @throws TypeError when the server cannot be reached; the next call tries again */
async function loadNames(live: Live): Promise<EmojiNames> {
  loading ??= fetchNames(live.peek().organization.server_emoji_data_url ?? '');
  try {
    return await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

/** Asked of the server that the page came from, whatever name it gives itself behind a proxy. */
async function fetchNames(url: string): Promise<EmojiNames> {
  const response = await fetch(new URL(url, window.location.origin).pathname);
  if (!response.ok) throw new TypeError(`The names of emoji: ${response.status}`);
  // The document at `server_emoji_data_url` has this form.
  return ((await response.json()) as { code_to_names: EmojiNames }).code_to_names;
}

let made: { names: EmojiNames; custom: readonly CustomEmoji[]; entries: readonly EmojiEntry[] } | undefined;

export async function loadEmoji(live: Live): Promise<readonly EmojiEntry[]> {
  const [names, custom] = [await loadNames(live), customEmoji(live)];
  if (made?.names !== names || made.custom !== custom)
    made = { names, custom, entries: emojiEntries(names, custom) };
  return made.entries;
}

const customEmoji = oncePerLive((live): readonly CustomEmoji[] => {
  const all = Object.values(live.get('ownEmoji')) as CustomEmoji[];
  return all.toSorted((a, b) => a.name.localeCompare(b.name));
});

const recentKey = 'heddle-emoji';
const toneKey = 'heddle-skin-tone';

export const recentNames = signal(parseStored<readonly string[]>(window.localStorage.getItem(recentKey), []));
export const skinTone = signal(window.localStorage.getItem(toneKey) ?? '');

export function rememberEmoji(name: string): void {
  recentNames.value = addRecent(recentNames.peek(), name);
  tryToStore(window.localStorage, recentKey, JSON.stringify(recentNames.peek()));
}

export function rememberTone(tone: string): void {
  skinTone.value = tone;
  tryToStore(window.localStorage, toneKey, tone);
}
