/** Channels of the sidebar with their read topics: those that the person has expanded, and the open one. */
import { useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { loadTopics } from '../../../actions/topic-lists.ts';
import type { Client } from '../../../connection/client.ts';
import { needsTopics } from '../../../store/channels/topics.ts';
import { narrowKey } from '../../../store/narrow/narrow.ts';
import type { Address } from '../../../view/narrow/address.ts';
import type { SidebarChoices } from '../../../view/channels/sidebar.ts';
import { useClient } from '../../page/client.tsx';
import { address } from '../../page/location.ts';
import { whenQuiet } from '../../page/quiet.ts';
import { rememberedSet } from '../../page/remembered.ts';

const expanded = rememberedSet('heddle-expanded');
/** Stay collapsed while they are open. */
const collapsed = rememberedSet('heddle-collapsed');

type TopicsShownOf = Pick<SidebarChoices, 'active' | 'expanded' | 'collapsed'>;

/** @param here what is open */
export function topicsShownAt(here: Address): TopicsShownOf {
  const channel =
    here.screen === 'topics' ? ({ kind: 'channel', channelId: here.channelId } as const) : undefined;
  return {
    active: here.screen === 'narrow' ? here.narrow : channel,
    expanded: expanded.value.value,
    collapsed: collapsed.value.value,
  };
}

export function toggleChannel(client: Client, channelId: number, isExpanded: boolean): void {
  const key = narrowKey({ kind: 'channel', channelId });
  // Not deferred, since the person has asked for them.
  if (!isExpanded) void loadTopics(client, channelId);
  if (expanded.value.peek().has(key) === isExpanded) expanded.toggle(key);
  if (collapsed.value.peek().has(key) !== isExpanded) collapsed.toggle(key);
}

/**
 * Loads the topics of an expanded channel once the messages are shown and the page is idle: they are not urgent, and a
 * person who moves through channels does not need them.
 */
export function useLateTopics(channelId: number, isExpanded: boolean): void {
  const client = useClient();
  const { live } = client;
  const isWanted = useComputed(
    () => needsTopics(live.get('topics').get(channelId)) && hasFirstMessages(client),
  );
  const isDue = isExpanded && isWanted.value;
  const registration = live.begun.value;
  useEffect(
    () => (isDue ? whenQuiet(() => void loadTopics(client, channelId)) : undefined),
    [channelId, isDue, registration],
  );
}

function hasFirstMessages({ history }: Client): boolean {
  const here = address.value;
  return here.screen !== 'narrow' || history.open(here.narrow).state.value !== 'new';
}
