/** Actions on one message that need no dialog. Each says so if it fails. */
import { fetchSource } from '../../actions/messages/message-changes.ts';
import {
  markUnreadFrom,
  toggleCollapsed,
  toggleReaction,
  toggleStar,
} from '../../actions/messages/messages.ts';
import type { ApiFailure } from '../../api.ts';
import type { Client } from '../../client.ts';
import { getConversation, narrowKey, type Narrow } from '../../store/messages/narrow.ts';
import type { EmojiId } from '../../view/emoji/emoji.ts';
import { linkToMessage } from '../../view/narrow/links.ts';
import { channelName, senderName } from '../../view/narrow/names.ts';
import { quotation } from '../../view/messages/quote.ts';
import { t } from '../../view/text/text.ts';
import { toast } from '../base/overlays/toast.tsx';
import { openCompose, wantFocus } from '../compose/state/state.ts';
import { failureText } from '../page/failure.ts';
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

/** A link that works in a browser, in a message and in an app. */
export function getLink({ live }: Client, id: number): string {
  const { messages, own } = live.peek();
  const message = messages.get(id);
  if (message === undefined) return window.location.href;
  return linkToMessage(window.location.origin, getConversation(message, own.user_id), id, {
    ownId: own.user_id,
    channel: (channelId) => channelName(live, channelId),
  });
}

export async function copy(text: string, said: string): Promise<void> {
  // The types promise what insecure pages lack.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const isCopied = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  toast(isCopied === true ? { text: said } : { text: t('actions.notCopied'), kind: 'error' });
}

export async function quote(client: Client, id: number): Promise<void> {
  const text = await fetchQuotation(client, id);
  const message = client.live.peek().messages.get(id);
  if (text === undefined || message === undefined) return;
  openCompose(getConversation(message, client.live.peek().own.user_id), text);
}

/** The same for others: who is to read it is asked first. */
export async function forward(client: Client, id: number): Promise<void> {
  const text = await fetchQuotation(client, id);
  if (text === undefined) return;
  openCompose({ kind: 'topic', channelId: undefined, topic: '' }, text);
  wantFocus('place');
}

async function fetchQuotation(client: Client, id: number): Promise<string | undefined> {
  const message = client.live.peek().messages.get(id);
  if (message === undefined) return undefined;
  const { value: content, failure } = await fetchSource(client, id);
  if (failure) {
    toast({ text: failureText(failure), kind: 'error' });
    return undefined;
  }
  const sender = { id: message.sender_id, name: senderName(client.live, message) };
  return quotation({ sender, link: getLink(client, id), said: t('actions.said'), content });
}

export async function markUnread(client: Client, narrow: Narrow, id: number): Promise<void> {
  heldUnread.value = narrowKey(narrow);
  const isDone = await sayFailure(markUnreadFrom(client, narrow, id));
  if (isDone) toast({ text: t('actions.markedUnread') });
  else heldUnread.value = undefined;
}
