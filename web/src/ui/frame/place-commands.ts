/** Keys that open screens and channels, and those for the focused row. */
import type { Client } from '../../connection/client.ts';
import type { Address } from '../../view/narrow/address.ts';
import { parseSearch } from '../../view/narrow/search-terms.ts';
import { getHome } from '../../view/preferences/preferences.ts';
import { useClient } from '../page/client.tsx';
import { focusedNarrow, moveInRow, openFocusedMenu } from '../page/focused-row.ts';
import { useCommands } from '../page/keyboard.ts';
import { address, goBack, navigate } from '../page/location.ts';
import { toggleMuted } from '../conversation/topic/mute-topic.ts';
import { withNext } from './with-next.ts';

const directFeed = 'is:dm';

export function usePlaceCommands(): void {
  const client = useClient();
  useCommands({
    'next-followed': () => {
      void withNext(({ goToFollowed }) => goToFollowed(client));
      return true;
    },
    'direct-feed': () =>
      go({
        screen: 'narrow',
        narrow: { kind: 'search', query: directFeed, terms: parseSearch(directFeed) },
      }),
    starred: () => go({ screen: 'narrow', narrow: { kind: 'starred' } }),
    drafts: () => {
      if (address.peek().screen !== 'drafts') return go({ screen: 'drafts' });
      goBack(getHome(client.live));
      return true;
    },
    'topic-list': () => {
      const channelId = channelHere();
      return channelId !== undefined && go({ screen: 'topics', channelId });
    },
    'previous-channel': () => goToChannel(client, -1),
    'next-channel': () => goToChannel(client, 1),
  });
  useRowCommands(client);
}

/** Commands about the focused row or the open topic, unless a message is selected. */
function useRowCommands(client: Client): void {
  const commands = {
    'mute-topic': () => {
      const here = address.peek();
      const narrow = focusedNarrow() ?? (here.screen === 'narrow' ? here.narrow : undefined);
      if (narrow?.kind !== 'topic') return false;
      toggleMuted(client, narrow.channelId, narrow.topic);
      return true;
    },
    'more-actions': openFocusedMenu,
    left: () => moveInRow(-1),
    right: () => moveInRow(1),
  };
  useCommands(commands, { isLast: true });
}

function go(to: Address): true {
  navigate(to);
  return true;
}

function channelHere(): number | undefined {
  const here = address.peek();
  if (here.screen === 'topics') return here.channelId;
  return here.screen === 'narrow' && 'channelId' in here.narrow ? here.narrow.channelId : undefined;
}

function goToChannel(client: Client, step: 1 | -1): true {
  void withNext((next) => next.goToChannel(client, channelHere(), step));
  return true;
}
