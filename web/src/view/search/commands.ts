/** What the switcher can do besides opening something. */
import type { Live } from '../../store/live.ts';
import { mayCreateChannel, mayInvite } from '../channels/channel-rights.ts';
import { lowest } from '../narrow/lowest.ts';
import { mayCreateGroup } from '../people/group-rights.ts';
import { fold } from '../text/fold.ts';
import { fuzzyRanker } from '../text/fuzzy.ts';
import type { KeyCommand } from '../text/keys.ts';
import { t, type TextKey } from '../text/text.ts';

export type CommandName =
  | 'newMessage'
  | 'newDirect'
  | 'markAllRead'
  | 'createChannel'
  | 'createGroup'
  | 'invite'
  | 'toDark'
  | 'toLight'
  | 'settings'
  | 'organization'
  | 'integrations'
  | 'jumpToDay'
  | 'shortcuts'
  | 'followed'
  | 'reactions';

export type CommandItem = {
  name: CommandName;
  text: string;
  /** Its words, folded, with others that people use for it. */
  folded: string;
  /** The key that does the same. */
  key?: KeyCommand;
};

type Row = { text: TextKey; also?: TextKey; key?: KeyCommand; isOffered?: (at: Place) => boolean };

type Place = {
  live: Live;
  /** Whether the page is dark, by the setting or the system. */
  isDark: boolean;
};

/** In the order in which they are listed. */
const rows: Readonly<Record<CommandName, Row>> = {
  newMessage: { text: 'keys.newMessage', key: 'new-message' },
  newDirect: { text: 'keys.newDirect', key: 'new-direct' },
  markAllRead: {
    text: 'inbox.markAllRead',
    isOffered: ({ live }) => live.get('unreads').places.size > 0,
  },
  createChannel: {
    text: 'channels.create',
    also: 'search.alsoChannel',
    isOffered: ({ live }) => mayCreateChannel(live, 'public') || mayCreateChannel(live, 'private'),
  },
  createGroup: {
    text: 'groups.create',
    isOffered: ({ live }) => mayCreateGroup(live),
  },
  invite: { text: 'frame.invite', also: 'search.alsoInvite', isOffered: ({ live }) => mayInvite(live) },
  toDark: { text: 'search.toDark', also: 'search.alsoTheme', isOffered: ({ isDark }) => !isDark },
  toLight: { text: 'search.toLight', also: 'search.alsoTheme', isOffered: ({ isDark }) => isDark },
  settings: { text: 'frame.settings', also: 'search.alsoSettings' },
  organization: { text: 'frame.organization' },
  integrations: { text: 'frame.integrations' },
  jumpToDay: { text: 'jump.title', key: 'jump-to-day' },
  shortcuts: { text: 'frame.shortcuts', key: 'help' },
  followed: { text: 'views.followed' },
  reactions: { text: 'views.reactions' },
};

/** Those that the person may use now. */
export function commandItems(at: Place): readonly CommandItem[] {
  // The keys of the record are names of commands.
  const all = Object.entries(rows) as [CommandName, Row][];
  return all.flatMap(([name, { text, also, key, isOffered }]) => {
    if (isOffered?.(at) === false) return [];
    const said = t(text);
    const folded = fold(also === undefined ? said : `${said} ${t(also)}`);
    return [{ name, text: said, folded, ...(key && { key }) }];
  });
}

/** Within a word, as in compounds and languages without spaces; letters that are merely in order mean something else. */
const worstRank = 2;

/** Best matches first; without input, the first ones. */
export function findCommands(
  items: readonly CommandItem[],
  text: string,
  most: number,
): readonly CommandItem[] {
  if (text.trim() === '') return items.slice(0, most);
  const getRank = fuzzyRanker(text);
  const found = items.flatMap((item, order) => {
    const rank = getRank(item.folded);
    return rank === undefined || rank > worstRank ? [] : [{ item, rank, order }];
  });
  return lowest(found, most, (a, b) => a.rank - b.rank || a.order - b.order).map(({ item }) => item);
}
