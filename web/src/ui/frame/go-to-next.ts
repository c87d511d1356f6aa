/** Keys that go to the next unread conversation, followed topic or channel. */
import type { Client } from '../../connection/client.ts';
import { narrowKey, type Narrow } from '../../store/narrow/narrow.ts';
import { feedAddress } from '../../view/narrow/address.ts';
import { nextChannel, nextFollowed, nextUnreadPlace } from '../../view/channels/next-places.ts';
import { t } from '../../view/text/text.ts';
import { toast } from '../kit/toasts/toast.tsx';
import { address, navigate } from '../page/location.ts';

/** In the order of the sidebar. */
export function goToUnread({ live }: Client, kind: 'topic' | 'direct'): void {
  const next = nextUnreadPlace(live, kind, getNarrow());
  if (next) goTo(next);
  else toast({ text: t(kind === 'topic' ? 'keys.noMoreTopics' : 'keys.noMoreDirect') });
}

export function goToFollowed({ live }: Client): void {
  const here = getNarrow();
  const next = nextFollowed(live, here && narrowKey(here));
  if (next) goTo(next);
  else toast({ text: t('keys.noMoreFollowed') });
}

export function goToChannel({ live }: Client, here: number | undefined, step: 1 | -1): void {
  const next = nextChannel(live, here, step);
  if (next !== undefined) navigate(feedAddress(next));
}

const goTo = (narrow: Narrow): void => navigate({ screen: 'narrow', narrow });

function getNarrow(): Narrow | undefined {
  const here = address.peek();
  return here.screen === 'narrow' ? here.narrow : undefined;
}
