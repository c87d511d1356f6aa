/** Finds the page for a URL, or its new location. */
import type { Db } from '../../db/db.ts';
import {
  countBefore,
  leadingId,
  openChannel,
  type PublicTopic,
  topicOfMessage,
  topicPath,
} from '../../core/spectators/index.ts';
import { type PublicResponse, moved } from './response.ts';
import { pathOfChannel, publicChannel, pageNumber } from './channel.ts';
import { publicHome } from './home.ts';
import { messagesPerPage, publicTopic } from './topic.ts';
import { type PublicPageRequest, foundBefore, isAt, madeResponse } from './page-request.ts';
import { pathParam } from '../../http/request/values.ts';

export async function findHome(visit: PublicPageRequest): Promise<PublicResponse> {
  return foundBefore(visit) ?? madeResponse(visit, await publicHome(visit.app, visit.cache, visit.frame), {});
}

export async function findChannel(visit: PublicPageRequest): Promise<PublicResponse> {
  const { app, request, cache, frame } = visit;
  const known = foundBefore(visit);
  if (known) return known;
  const page = pageNumber(request.query);
  const id = leadingId(pathParam(request, 'channel'));
  const channel = id === undefined ? undefined : openChannel(app, cache, id);
  if (!channel || page === undefined) return { kind: 'missing' };
  const path = pathOfChannel(channel, page);
  if (!isAt(request, path)) return moved(path);
  return madeResponse(visit, await publicChannel(app, frame, channel, page), { channelId: channel.id });
}

/** Any message identifies its current topic; the canonical URL has the id of the first one. */
export async function findTopic(visit: PublicPageRequest): Promise<PublicResponse> {
  const { app, request, cache, frame } = visit;
  const known = foundBefore(visit);
  if (known) return known;
  const page = pageNumber(request.query);
  const id = leadingId(pathParam(request, 'topic'));
  const topic = id === undefined ? undefined : await topicOfMessage(app, cache, id);
  if (!topic || page === undefined) return { kind: 'missing' };
  const path = topicPath(topic.firstMessageId, topic.name, page);
  if (!isAt(request, path)) return moved(path);
  const made = await publicTopic(app, frame, topic, page);
  const place = { channelId: topic.channel.id, topicKey: topic.key, messageIds: made?.messageIds ?? [] };
  return madeResponse(visit, made?.html, place);
}

/** A temporary redirect, since the page of a message changes when others are deleted. */
export async function findMessage({ app, request, cache }: PublicPageRequest): Promise<PublicResponse> {
  const segment = pathParam(request, 'message');
  const id = leadingId(segment);
  const topic = id === undefined || String(id) !== segment ? undefined : await topicOfMessage(app, cache, id);
  if (!topic || id === undefined) return { kind: 'missing' };
  return moved(await pathInTopic(app.db.read, topic, id), 302);
}

/** Path of the page of the topic that contains the message. */
export async function pathInTopic(db: Db, topic: PublicTopic, id: number): Promise<string> {
  const page = Math.floor((await countBefore(db, topic, id)) / messagesPerPage) + 1;
  return `${topicPath(topic.firstMessageId, topic.name, page)}#message-${id}`;
}
