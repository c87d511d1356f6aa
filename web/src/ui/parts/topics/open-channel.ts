/** Opens channels by the person's setting. */
import { batch } from '@preact/signals';
import { loadTopics } from '../../../actions/topic-lists.ts';
import type { Client } from '../../../connection/client.ts';
import { channelAddress } from '../../../view/channels/channel-view.ts';
import { feedAddress } from '../../../view/narrow/address.ts';
import { openingChannel } from './opening.ts';
import { address, isPlainClick, navigate } from '../../page/location.ts';

/** On a fast line the topics are there by then, and nothing else is shown before them. */
const shortMs = 60;

/** The screen changes soon: if the setting depends on topics that have to be fetched, the channel is shown without messages until then. */
export async function openChannel(client: Client, channelId: number): Promise<void> {
  const known = channelAddress(client.live, channelId);
  if (known !== undefined) {
    navigate(known);
    return;
  }
  const before = address.peek();
  const loading = loadTopics(client, channelId);
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, shortMs))]);
  // The person has gone elsewhere meanwhile.
  if (address.peek() !== before) return;
  const found = channelAddress(client.live, channelId);
  if (found === undefined) await openLater(client, channelId, loading);
  else navigate(found);
}

async function openLater(client: Client, channelId: number, loading: Promise<unknown>): Promise<void> {
  batch(() => {
    openingChannel.value = channelId;
    navigate(feedAddress(channelId));
  });
  const at = address.peek();
  await loading;
  batch(() => {
    if (openingChannel.peek() === channelId) openingChannel.value = undefined;
    const to = channelAddress(client.live, channelId);
    if (to !== undefined && address.peek() === at) navigate(to, 'replace');
  });
}

/** An `onClick` for a link to the feed of the channel; other tabs open the feed. */
export const onChannelClick =
  (client: Client, channelId: number) =>
  (event: MouseEvent): void => {
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    void openChannel(client, channelId);
  };
