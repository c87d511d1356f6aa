/** Actions on a message that need no dialog. Each reports a failure. */
import { markUnreadFrom } from '../../../actions/messages/marking-read.ts';
import { toggleCollapsed, toggleReaction, toggleStar } from '../../../actions/messages/messages.ts';
import type { ApiFailure } from '../../../connection/api.ts';
import type { Client } from '../../../connection/client.ts';
import { narrowKey, type Narrow } from '../../../store/narrow/narrow.ts';
import type { EmojiId } from '../../../view/emoji/emoji.ts';
import { t } from '../../../view/text/text.ts';
import { toast } from '../../kit/toasts/toast.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { heldUnread } from './state.ts';

async function sayFailure(request: Promise<ApiFailure | undefined>): Promise<boolean> {
  const failure = await request;
  if (failure) toast({ text: failureText(failure), kind: 'error' });
  return failure === undefined;
}

export const star = (client: Client, id: number): Promise<boolean> => sayFailure(toggleStar(client, id));

export const collapse = (client: Client, id: number): Promise<boolean> =>
  sayFailure(toggleCollapsed(client, id));

export const react = (client: Client, id: number, emoji: EmojiId): Promise<boolean> =>
  sayFailure(toggleReaction(client, id, emoji));

export async function markUnread(client: Client, narrow: Narrow, id: number): Promise<void> {
  heldUnread.value = narrowKey(narrow);
  const isDone = await sayFailure(markUnreadFrom(client, narrow, id));
  if (isDone) toast({ text: t('actions.markedUnread') });
  else heldUnread.value = undefined;
}
