/** POST /register: creates an event queue and returns the state at its first position. */
import { compatibleVersion, featureLevel } from '../../../../wire/core.ts';
import { idleQueueSeconds, type RegisterParams } from '../../../../wire/events.ts';
import { fetchKeys, type RegisterResponse } from '../../../../wire/register.ts';
import type { Db } from '../../db/db.ts';
import { type QueueDefaults, resolveQueueDefaults } from '../../core/bots/index.ts';
import type { StateContext, StateFetchers } from '../../core/context/index.ts';
import { type Principal, currentUser } from '../../core/organization/index.ts';
import {
  type EventQueue,
  type EventTerm,
  type QueueOptions,
  parseEventNarrow,
  queueLimits,
} from '../../core/events/index.ts';
import { getUserVisibility, isLimited, userByEmail } from '../../core/users/index.ts';
import { fetchMessages, readBy } from '../message-fetch/index.ts';
import { topLevelSettings } from '../settings/index.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Context } from '../../http/route.ts';
import { NarrowError } from '../../lib/narrow/terms.ts';
import { objectText, type Written } from '../../lib/json/json-text.ts';
import { heddleVersion } from '../../lib/version.ts';
import { endQueues, makeRoom, openQueue } from './queues.ts';

export async function register(
  context: Context<RegisterParams>,
  fetchers: StateFetchers,
): Promise<Written<RegisterResponse>> {
  const { app, me, params } = context;
  const { read } = app.db;
  const defaults = me.user.isBot ? await resolveQueueDefaults(read, me) : undefined;
  const given = optionsFrom(params, context.client, defaults);
  const options = {
    ...given,
    narrow: await withKnownAddresses(read, me, given.narrow),
    host: new URL(context.origin).hostname,
    ...credentialOptions(me),
  };
  const fetch = stateFor(me, params.fetch_event_types ?? params.event_types ?? null);
  const idleSeconds = idleTimeoutSeconds(params.idle_queue_timeout);
  let queue: EventQueue | undefined;
  let deleted: string[] = [];
  try {
    const made = await app.db.write(me.orgId, me, async (tx) => {
      // The action runs again if its transaction does.
      if (queue) app.hub.remove(queue);
      deleted = await makeRoom(tx, app, me.id);
      // Added before the commit, since the queue gets the events of later actions in the same transaction.
      const opened = (queue = await openQueue(tx, app.hub, me, options, idleSeconds * 1000));
      app.hub.add(opened);
      const state = await collect(
        {
          app,
          tx,
          origin: context.origin,
          me: currentUser(tx.cache, me),
          isNamedKey: me.key !== undefined,
          client: context.client,
          clientGravatar: params.client_gravatar,
          slimPresence: params.slim_presence,
          presenceHistoryDays: params.presence_history_limit_days,
          includeSubscribers: params.include_subscribers,
          capabilities: options.capabilities,
          fetch,
        },
        fetchers,
      );
      return { state, queue: opened };
    });
    endQueues(app, deleted);
    if (deleted.length > 0)
      app.log.info(
        { organization: me.orgId, user: me.id, queues: deleted.length, most: queueLimits.perUser },
        'an account has registered more event queues than it may have; those that were idle longest ended',
      );
    // The ids of events that were stored with it are known now.
    return { ...made.state, ...basics(made.queue, idleSeconds), ...(await firstMessages(context)) };
  } catch (error) {
    if (queue) app.hub.remove(queue);
    throw error;
  }
}

/**
 * Fetched after the queue was created: messages committed in between are also in the queue. An invalid narrow does not
 * fail the registration.
 */
async function firstMessages({ app, me, params, ...request }: Context<RegisterParams>) {
  if (params.heddle_messages === undefined) return {};
  const asked = { ...messageParams, ...params.heddle_messages, ...readBy(request) };
  try {
    return { heddle_messages: objectText(await fetchMessages(app.db.read, me, asked)) };
  } catch (error) {
    if (error instanceof ApiError || error instanceof NarrowError) return {};
    throw error;
  }
}

/** The web client fetches all other messages with the same parameters. */
const messageParams = {
  include_anchor: true,
  client_gravatar: false,
  apply_markdown: true,
  allow_empty_topic_name: true,
  use_first_unread_anchor: false,
} as const;

/** A queue ends with the session or named API key that registered it, and only that key can poll it. */
const credentialOptions = ({ key, sessionId }: Principal) => ({
  ...(sessionId !== undefined && { sessionId }),
  ...(key && { keyId: key.id, ...(key.channelId !== null && { onlyChannel: key.channelId }) }),
});

/** A key restricted to one channel gets no state of the organization. */
function stateFor({ key }: Principal, asked: readonly string[] | null): ReadonlySet<string> | null {
  if (key && key.channelId !== null) return new Set();
  return asked && new Set(asked);
}

/** @param defaults Of a bot, for parameters that its request omits. */
function optionsFrom(params: RegisterParams, client: string, defaults?: QueueDefaults): QueueOptions {
  return {
    eventTypes: params.event_types ?? null,
    narrow: parseEventNarrow(params.narrow.length > 0 ? params.narrow : (defaults?.narrow ?? [])),
    allPublicChannels: params.all_public_streams ?? defaults?.allPublicChannels ?? false,
    applyMarkdown: params.apply_markdown,
    clientGravatar: params.client_gravatar,
    slimPresence: params.slim_presence,
    includeSubscribers: params.include_subscribers !== false,
    capabilities: params.client_capabilities ?? {},
    client,
  };
}

/**
 * A guest who does not see everyone finds people by the addresses that they may see; any other is nobody's. It is looked up once,
 * since what the guest sees is not known where messages are delivered.
 */
async function withKnownAddresses(
  db: Db,
  { cache, user: me }: Principal,
  terms: readonly EventTerm[],
): Promise<readonly EventTerm[]> {
  if (terms.length === 0 || !isLimited(cache, me)) return terms;
  const sees = await getUserVisibility(db, cache, me);
  return terms.map((term) => {
    if ((term.op !== 'sender' && term.op !== 'mentions') || typeof term.operand === 'number') return term;
    const user = userByEmail(cache, me, term.operand);
    return { ...term, operand: user && sees(user) ? user.id : nobody };
  });
}

/** No account has this id. */
const nobody = 0;

function idleTimeoutSeconds(asked: RegisterParams['idle_queue_timeout']): number {
  const seconds = asked === 'mobile' ? idleQueueSeconds.mobile : asked;
  return Math.min(Math.max(seconds, 1), idleQueueSeconds.most);
}

async function collect(
  context: StateContext,
  fetchers: StateFetchers,
): Promise<Partial<Written<RegisterResponse>>> {
  const state: Partial<Written<RegisterResponse>> = {};
  for (const key of fetchKeys)
    if (context.fetch === null || context.fetch.has(key)) Object.assign(state, await fetchers[key](context));
  return Object.assign(state, topLevelSettings(context));
}

function basics(queue: EventQueue, idleSeconds: number) {
  return {
    queue_id: queue.id,
    last_event_id: queue.ids.getId(queue.startsAfter),
    zulip_version: compatibleVersion,
    zulip_feature_level: featureLevel,
    zulip_merge_base: compatibleVersion,
    heddle_version: heddleVersion,
    idle_queue_timeout_secs: idleSeconds,
  };
}
