/**
 * Messages for spectators: only those of web-public channels, without the state of a reader and without private data of
 * users. Everything else gets the same error, whether it exists or not.
 */
import type {
  GetMessageResponse,
  GetMessageParams,
  GetMessagesResponse,
  GetMessagesParams,
  Message,
} from '../../../../wire/messages.ts';
import { isWebPublicChannel } from '../../core/channels/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type Reader, visibleRows } from '../../core/messages/index.ts';
import { findNamed, type OrganizationCache, notSignedIn } from '../../core/organization/index.ts';
import {
  hidesNames,
  publicAvatarUrl,
  publicHtml,
  publicMarkdown,
  publicName,
  spectatorReader,
} from '../../core/spectators/index.ts';
import { hiddenAddress } from '../../core/users/index.ts';
import type { Request } from '../../http/route.ts';
import { parseNarrow } from '../../lib/narrow/parse.ts';
import type { Term } from '../../lib/narrow/terms.ts';
import { getMessage, getMessages, readBy } from './fetch.ts';

/** @throws ApiError 401 if the organization has no spectators */
async function readerFor({ app, orgId }: Request): Promise<Reader> {
  if (orgId === 0) throw notSignedIn();
  const cache = await app.organizations.cache(orgId);
  const reader = spectatorReader(app.config, cache);
  if (!reader) throw notSignedIn();
  return reader;
}

/** @throws ApiError 401 unless the narrow is restricted to web-public channels */
export async function getMessagesAsSpectator(
  request: Request,
  params: GetMessagesParams,
): Promise<GetMessagesResponse> {
  const reader = await readerFor(request);
  const terms = parseNarrow(params.narrow);
  if (
    !terms.every((term) => isForSpectators(reader.cache, term)) ||
    !terms.some((term) => isOpen(reader.cache, term))
  )
    throw notSignedIn();
  const asked = { ...params, ...withoutUnread(params), ...readBy(request) };
  const leaving = { ...reader, signal: request.untilLeft() };
  const response = await getMessages(request.app.db.read, leaving, asked);
  return {
    ...response,
    messages: response.messages.map((message) => impersonal(message, request, reader.cache)),
  };
}

/** @throws ApiError 401, the same one for a missing message and for one in another channel */
export async function getMessageAsSpectator(
  request: Request,
  params: GetMessageParams & { message_id: number },
): Promise<GetMessageResponse> {
  const reader = await readerFor(request);
  const db = request.app.db.read;
  if ((await visibleRows(db, reader, [params.message_id])).length === 0) throw notSignedIn();
  const response = await getMessage(db, reader, { ...params, ...readBy(request) });
  return {
    ...response,
    message: impersonal(response.message.toJSON(), request, reader.cache),
    raw_content: publicMarkdown(request.app, reader.cache, response.raw_content),
  };
}

/** Terms that do not depend on a reader, and find no users by address or hidden name. */
function isForSpectators(cache: OrganizationCache, term: Term): boolean {
  if (term.op === 'sender') return typeof term.operand === 'number';
  // `in:home` is parsed to what is not muted.
  if (term.op === 'is') return term.operand === 'resolved' || (term.operand === 'muted' && term.negated);
  if (term.op === 'search') return !hidesNames(cache);
  if (term.op === 'before' || term.op === 'after' || term.op === 'date') return true;
  return ['channel', 'channels', 'topic', 'has', 'near', 'id', 'with'].includes(term.op);
}

/** Whether the term restricts the narrow to web-public channels. */
function isOpen({ channels }: OrganizationCache, term: Term): boolean {
  if (term.negated) return false;
  if (term.op === 'channels') return term.operand === 'web-public';
  if (term.op !== 'channel') return false;
  const { operand } = term;
  const channel = typeof operand === 'number' ? channels.get(operand) : findNamed(channels, operand.trim());
  return channel !== undefined && isWebPublicChannel(channel);
}

/** All messages count as read by spectators. */
function withoutUnread({ anchor, use_first_unread_anchor: fromUnread }: GetMessagesParams) {
  return fromUnread || anchor === 'first_unread'
    ? { anchor: 'newest' as const, use_first_unread_anchor: false }
    : {};
}

/** Removes the edit history, and replaces names by public ones. */
function impersonal<M extends Message>(message: M, { app, origin }: Request, cache: OrganizationCache): M {
  const address = hiddenAddress(message.sender_id, new URL(origin).hostname);
  const shown: M = {
    ...message,
    ...publicSender(app, cache, message),
    flags: ['read'],
    sender_email: address,
  };
  delete shown.edit_history;
  return shown;
}

function publicSender(app: AppContext, cache: OrganizationCache, message: Message): Partial<Message> {
  const sender = cache.users.get(message.sender_id);
  if (!sender) return {};
  const write = message.content_type === 'text/html' ? publicHtml : publicMarkdown;
  return {
    sender_full_name: publicName(app, cache, sender),
    avatar_url: publicAvatarUrl(cache, sender),
    content: write(app, cache, message.content),
  };
}
