/** The views in the sidebar: built-in ones, shown or hidden, and saved ones with names. */
import { topicPolicy } from '../../../../wire/topics.ts';
import type { NarrowTerm } from '../../../../wire/narrow.ts';
import type { Live } from '../../store/live.ts';
import type { Narrow } from '../../store/narrow/narrow.ts';
import { getKeys } from '../../store/base/objects.ts';
import { parseFragment, type Address } from './address.ts';
import { encodeHash } from './links.ts';
import { parseSearch } from './search-terms.ts';
import { viewSearches } from './view-searches.ts';

export type ViewName =
  | 'inbox'
  | 'recent'
  | 'feed'
  | 'followed'
  | 'mentions'
  | 'reactions'
  | 'starred'
  | 'drafts'
  | 'scheduled';

/** In their order, with the fragments by which the server stores the settings. */
export const viewFragments: Readonly<Record<ViewName, string>> = {
  inbox: 'inbox',
  recent: 'recent',
  feed: 'feed',
  followed: 'narrow/is/followed',
  mentions: 'narrow/is/mentioned',
  reactions: 'narrow/has/reaction/sender/me',
  starred: 'narrow/is/starred',
  drafts: 'drafts',
  scheduled: 'scheduled',
};

export const viewNames = getKeys(viewFragments);

export function addressOfView(view: ViewName): Address {
  if (view === 'feed' || view === 'mentions' || view === 'starred')
    return { screen: 'narrow', narrow: { kind: view } };
  if (view === 'followed' || view === 'reactions') {
    const query = viewSearches[view];
    return { screen: 'narrow', narrow: { kind: 'search', query, terms: parseSearch(query) } };
  }
  return { screen: view };
}

/** By the person's setting; by default all but rarely used ones. */
export function isViewShown(live: Live, view: ViewName): boolean {
  const chosen = live.get('navigationViews').get(viewFragments[view])?.is_pinned;
  if (chosen !== undefined) return chosen;
  return view === 'followed' ? followsTopics(live) : view !== 'reactions';
}

const followsTopics = (live: Live): boolean =>
  [...live.get('personal').topics.values()].some((topics) =>
    [...topics.values()].some(({ policy }) => policy === topicPolicy.followed),
  );

export type OwnView = { fragment: string; name: string; narrow: Narrow; isShown: boolean };

/** In the order of creation. Leaves out views of other clients that this page cannot show. */
export function ownViews(live: Live): OwnView[] {
  const builtIn = new Set(Object.values(viewFragments));
  return [...live.get('navigationViews').values()].flatMap(({ fragment, name, is_pinned: isShown }) => {
    const narrow =
      name === null || builtIn.has(fragment) || !fragment.startsWith('narrow/')
        ? undefined
        : parseFragment(`#${fragment}`)?.narrow;
    return name === null || narrow === undefined ? [] : [{ fragment, name, narrow, isShown }];
  });
}

type ChannelNames = { channel: (id: number) => string; ownId: number };

/** The fragment (after `#`) of this narrow, in the form that all clients use. */
export function getFragment(narrow: Narrow, { channel, ownId }: ChannelNames): string {
  switch (narrow.kind) {
    case 'feed':
      return viewFragments.feed;
    case 'mentions':
    case 'starred':
      return viewFragments[narrow.kind];
    case 'channel':
    case 'topic': {
      const slug = encodeHash(channel(narrow.channelId).replaceAll(' ', '-'));
      const place = `narrow/channel/${narrow.channelId}-${slug}`;
      return narrow.kind === 'channel' ? place : `${place}/topic/${encodeHash(narrow.topic)}`;
    }
    case 'direct': {
      const ids = [...narrow.userIds, ownId].sort((a, b) => a - b).join(',');
      return `narrow/dm/${ids}-dm`;
    }
    case 'search':
      return `narrow/${narrow.terms.map(termPart).join('/')}`;
  }
}

function termPart(term: NarrowTerm): string {
  const { operator, operand, negated } = Array.isArray(term)
    ? { operator: term[0], operand: term[1], negated: false }
    : { negated: false, ...term };
  return `${negated ? '-' : ''}${operator}/${encodeHash(String(operand))}`;
}
