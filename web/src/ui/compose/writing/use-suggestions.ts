import { useEffect, useState } from 'preact/hooks';
import type { EmojiEntry } from '../../../view/emoji/emoji.ts';
import {
  prepareMentions,
  suggestionsFor,
  type Suggestion,
} from '../../../view/compose/writing-suggestions.ts';
import { tokenAt, type Token } from '../../../view/compose/writing-token.ts';
import { loadEmoji } from '../../parts/emoji/data.ts';
import { useClient } from '../../page/client.tsx';
import { whenQuiet } from '../../page/quiet.ts';
import { useTopics } from '../../parts/topics/use-topics.ts';
import { loadCommands, ownCommands } from '../state/slash-commands.ts';
import type { EditedText } from '../state/edited-text.ts';

export type Suggestions = {
  token: Token | undefined;
  all: readonly Suggestion[];
};

/** @param caret undefined while there are no suggestions */
export function useSuggestions(written: EditedText, text: string, caret: number | undefined): Suggestions {
  const { live } = useClient();
  const { to: target, isNew } = written;
  const found = caret === undefined ? undefined : tokenAt(text, caret);
  const token = found?.kind === 'command' && !isNew ? undefined : found;
  const emoji = useEmoji(token?.kind === 'emoji');
  const commands = useCommandList(token?.kind === 'command');
  usePreparation(caret !== undefined);
  const topics = useTopics(channelNamed(live.peek().channels, token));
  return {
    token,
    all: token === undefined ? [] : suggestionsFor(live, token, { target, emoji, topics, commands }),
  };
}

/** Prepares names of people and emoji while the first words are typed. */
function usePreparation(isWriting: boolean): void {
  const { live } = useClient();
  const hasPeople = live.hasPeople.value;
  useEffect(() => {
    if (!isWriting) return undefined;
    return whenQuiet(() => {
      if (hasPeople) prepareMentions(live);
      loadEmoji(live).catch(() => undefined);
    });
  }, [isWriting, hasPeople]);
}

const channelNamed = (
  channels: ReadonlyMap<number, { name: string }>,
  token: Token | undefined,
): number | undefined =>
  token?.channel === undefined
    ? undefined
    : [...channels].find(([, { name }]) => name === token.channel)?.[0];

/** Loaded when a message begins with a slash. */
function useCommandList(isWanted: boolean) {
  const client = useClient();
  useEffect(() => {
    if (isWanted) void loadCommands(client);
  }, [isWanted]);
  return ownCommands.value;
}

/** Emoji names are loaded with the first token. Without them there are no suggestions. */
function useEmoji(isWanted: boolean): readonly EmojiEntry[] {
  const { live } = useClient();
  const [entries, setEntries] = useState<readonly EmojiEntry[]>([]);
  useEffect(() => {
    if (isWanted) loadEmoji(live).then(setEntries, () => undefined);
  }, [isWanted]);
  return entries;
}
