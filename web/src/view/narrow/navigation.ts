/** The views on the left: built-in ones, shown or put away, and what a person keeps there under a name of their own. */
import type { NarrowTerm } from '../../../../wire/narrow.ts';
import type { Live } from '../../store/live.ts';
import type { Narrow } from '../../store/messages/narrow.ts';
import { parseFragment, type Address } from './address.ts';
import { encodeHash } from './links.ts';

export type ViewName = 'inbox' | 'recent' | 'feed' | 'mentions' | 'starred' | 'drafts' | 'scheduled';

/** In their order, with the names under which the server keeps what the person chose. */
export const viewFragments: Readonly<Record<ViewName, string>> = {
  inbox: 'inbox',
  recent: 'recent',
  feed: 'feed',
  mentions: 'narrow/is/mentioned',
  starred: 'narrow/is/starred',
  drafts: 'drafts',
  scheduled: 'scheduled',
};

export const viewNames = Object.keys(viewFragments) as readonly ViewName[];

export const addressOfView = (view: ViewName): Address =>
  view === 'feed' || view === 'mentions' || view === 'starred'
    ? { screen: 'narrow', narrow: { kind: view } }
    : { screen: view };

/** Shown unless the person put it away. */
export const isViewShown = (live: Live, view: ViewName): boolean =>
  live.get('navigationViews').get(viewFragments[view])?.is_pinned ?? true;

export type OwnView = { fragment: string; name: string; narrow: Narrow; isShown: boolean };

/** As they were added. What another program keeps there and this page cannot show is left out. */
export function ownViews(live: Live): OwnView[] {
  return [...live.get('navigationViews').values()].flatMap(({ fragment, name, is_pinned: isShown }) => {
    const narrow =
      name === null || !fragment.startsWith('narrow/') ? undefined : parseFragment(`#${fragment}`)?.narrow;
    return name === null || narrow === undefined ? [] : [{ fragment, name, narrow, isShown }];
  });
}

type Names = { channel: (id: number) => string; ownId: number };

/** What follows `#` in an address of this narrow, as every client of this kind writes it. */
export function getFragment(narrow: Narrow, { channel, ownId }: Names): string {
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
