/** Quoting, copying and linking messages. Loaded after the list of messages. */
import { fetchSource } from '../../../actions/messages/lookups.ts';
import type { Client } from '../../../connection/client.ts';
import { getConversation } from '../../../store/narrow/narrow.ts';
import { linkToMessage } from '../../../view/narrow/links.ts';
import { channelName, senderName } from '../../../view/narrow/names.ts';
import { quotation } from '../../../view/messages/quote.ts';
import { t } from '../../../view/text/text.ts';
import { toast } from '../../kit/toasts/toast.tsx';
import { drafts, openCompose, wantFocus } from '../../compose/state/state.ts';
import { failureText } from '../../../view/text/failure.ts';

/** A link that works in browsers, messages and apps. */
export function getLink({ live }: Client, id: number): string {
  const { messages, own } = live.peek();
  const message = messages.get(id);
  if (message === undefined) return window.location.href;
  return linkToMessage(window.location.origin, getConversation(message, own.user_id), id, {
    ownId: own.user_id,
    channel: (channelId) => channelName(live, channelId),
  });
}

export async function quote(client: Client, id: number): Promise<void> {
  const text = await fetchQuotation(client, id);
  const message = client.live.peek().messages.get(id);
  if (text === undefined || message === undefined) return;
  openCompose(getConversation(message, client.live.peek().own.user_id), text);
}

let forwarded: string | undefined;

/** Quotes for other recipients, who are asked for first. */
export async function forward(client: Client, id: number): Promise<void> {
  const text = await fetchQuotation(client, id);
  if (text === undefined) return;
  const nowhere = { kind: 'topic', channelId: undefined, topic: '' } as const;
  // Removes a quote that was cancelled, unless something was added to it.
  if (drafts.getText(nowhere) === forwarded) drafts.write(nowhere, '');
  openCompose(nowhere, text);
  forwarded = drafts.getText(nowhere);
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
