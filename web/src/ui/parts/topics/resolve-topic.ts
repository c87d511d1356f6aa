import { toggleResolved } from '../../../actions/messages/lookups.ts';
import type { Client } from '../../../connection/client.ts';
import { narrowKey } from '../../../store/narrow/narrow.ts';
import { failureText } from '../../../view/text/failure.ts';
import { toast } from '../../kit/toasts/toast.tsx';
import { navigate } from '../../page/location.ts';
import { shownNarrow } from '../../page/shown-narrow.ts';

type Topic = { channelId: number; topic: string };

/** Resolves or unresolves the topic; a page that shows it follows it to its new name. */
export async function resolveAndFollow(client: Client, { channelId, topic }: Topic): Promise<void> {
  const { value: next, failure } = await toggleResolved(client, channelId, topic);
  if (failure) {
    toast({ text: failureText(failure), kind: 'error' });
    return;
  }
  const here = { kind: 'topic', channelId, topic } as const;
  if (narrowKey(shownNarrow.peek()) === narrowKey(here))
    navigate({ screen: 'narrow', narrow: { ...here, topic: next } }, 'replace');
}
