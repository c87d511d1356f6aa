/** Opens channels by the person's setting. */
import { loadTopics } from '../../../actions/topic-lists.ts';
import type { Client } from '../../../connection/client.ts';
import { channelAddress } from '../../../view/channels/channel-view.ts';
import { feedAddress } from '../../../view/narrow/address.ts';
import { isPlainClick, navigate } from '../../page/location.ts';

/** Waits for the topics of the channel if the setting depends on them. */
export async function openChannel(client: Client, channelId: number): Promise<void> {
  const known = channelAddress(client.live, channelId);
  if (known !== undefined) {
    navigate(known);
    return;
  }
  await loadTopics(client, channelId);
  navigate(channelAddress(client.live, channelId) ?? feedAddress(channelId));
}

/** An `onClick` for a link to the feed of the channel; other tabs open the feed. */
export const onChannelClick =
  (client: Client, channelId: number) =>
  (event: MouseEvent): void => {
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    void openChannel(client, channelId);
  };
