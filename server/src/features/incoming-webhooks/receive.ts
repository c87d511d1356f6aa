/** Receives a delivery: verifies and reads it, converts it to messages, and sends them as the bot. */
import type { WebhookParams, WebhookResponse } from '../../../../wire/integrations.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { WithHeaders, type RawDelivery } from '../../http/route.ts';
import { ApiError, apiError } from '../../lib/errors.ts';
import { withoutForbidden } from '../../lib/text.ts';
import { type SendRequest, sendMessage } from '../message-send/index.ts';
import { isWanted } from './filter.ts';
import {
  DirectResponse,
  MissingHeader,
  Nothing,
  nothing,
  plainName,
  type Integration,
  type Post,
  type ReadResult,
  type UnsupportedEvent,
} from './integration.ts';
import { findIntegration } from './integrations.ts';
import { notifyOwner, notSent, unusable } from './owner-notice.ts';
import { AnomalousPayload, type Payload } from './payload.ts';
import { receiveAny } from './receive-any.ts';
import { MalformedJson, readDelivery } from './read-delivery.ts';
import { loadTemplate } from './template-store.ts';
import { renderTemplate, TemplateFailure, type TemplateTexts } from './template.ts';
import { loadSecret } from './secret.ts';
import { repetitionKey, verify } from './signature.ts';

/** GET and HEAD. @throws ApiError for services that do not probe the address */
export function checkWebhook(name: string): WebhookResponse {
  if (findIntegration(name).acceptsHead !== true) throw apiError('requests.method-not-allowed');
  return {};
}

export interface ReceivedRequest {
  /** The integration's. */
  name: string;
  params: WebhookParams;
  raw: RawDelivery;
  header(name: string): string | undefined;
  origin: string;
}

/** @throws ApiError for an invalid delivery, of which the owner of the bot is notified */
export async function receiveDelivery(
  app: AppContext,
  me: Principal,
  request: ReceivedRequest,
): Promise<WebhookResponse | WithHeaders> {
  const integration = findIntegration(request.name);
  try {
    return await receive(app, me, integration, request);
  } catch (error) {
    // Programs written for Slack check `ok`.
    if (error instanceof ApiError && integration.success?.ok === true)
      throw error.with({ ok: false, error: error.message });
    throw error;
  }
}

async function receive(
  app: AppContext,
  me: Principal,
  integration: Integration,
  request: ReceivedRequest,
): Promise<WebhookResponse | WithHeaders> {
  const key = await checkSignature(app, me, integration, request);
  const { received, unsupported } = await understand(app, me, integration, request);
  if (received instanceof Nothing) return {};
  if (received instanceof DirectResponse) return new WithHeaders(received.fields, received.headers);
  const posts = [received].flat().filter(({ event }) => isWanted(event, request.params));
  for (const [at, post] of posts.entries())
    await send(app, me, integration, request, { post, key: key && `webhook ${String(at)} ${key}` });
  if (unsupported) throw unsupported;
  return integration.success ?? {};
}

interface Understood {
  received: ReadResult;
  /** The response for an event without a message of its own, which clients of the API know. */
  unsupported?: ApiError;
}

async function understand(
  app: AppContext,
  me: Principal,
  integration: Integration,
  { params, raw, header }: ReceivedRequest,
): Promise<Understood> {
  try {
    const payload = readDelivery(raw, integration);
    const template = integration.takesTemplate === true ? await loadTemplate(app.db.read, me.id) : undefined;
    if (template) return { received: await templatePost(template, payload) };
    const { id, fullName, email } = me.user;
    const bot = { id, email, full_name: fullName };
    const { received, unsupported } = receiveAny(integration, { payload, params, header, bot });
    if (!unsupported) return { received };
    return { received, unsupported: describeUnsupported(integration, unsupported) };
  } catch (error) {
    const refusal = describeRefusal(integration, error);
    if (!refusal) throw error;
    if (refusal.why !== undefined) await notifyOwner(app, me, unusable(integration.displayName, refusal.why));
    throw refusal.error;
  }
}

/** A template that renders no text sends no message. */
async function templatePost(template: TemplateTexts, payload: Payload): Promise<ReadResult> {
  const { topic, content } = await renderTemplate(template, payload.plain());
  return content.text.trim() === '' ? nothing('template') : { event: 'json', topic, content };
}

function describeUnsupported(integration: Integration, { event }: UnsupportedEvent): ApiError {
  const name = plainName(integration);
  const values = { event: event.slice(0, 200), integration: name };
  const data = { webhook_name: name, event_type: values.event };
  return apiError('integrations.unsupported-event', values, data);
}

/** The error response, and the reason for the notice to the bot's owner, if any. */
function describeRefusal(
  integration: Integration,
  thrown: unknown,
): { error: ApiError; why?: string } | undefined {
  const name = plainName(integration);
  const data = { webhook_name: name };
  if (thrown instanceof ApiError) return { error: thrown, why: thrown.message };
  if (thrown instanceof AnomalousPayload)
    return {
      error: apiError('integrations.anomalous-payload', { integration: name }, data),
      why: thrown.message,
    };
  if (thrown instanceof MissingHeader) {
    const { header } = thrown;
    const error = apiError('integrations.missing-header', { header }, { ...data, header });
    return { error, why: `the header ${header} is missing` };
  }
  if (thrown instanceof TemplateFailure)
    return {
      error: apiError('integrations.invalid-template', { reason: thrown.message }),
      why: thrown.message,
    };
  if (thrown instanceof MalformedJson)
    return { error: apiError('integrations.invalid-json'), why: 'it is not valid JSON' };
  return undefined;
}

/** A missing channel is not the service's fault: it gets success, and the owner of the bot is notified. */
async function send(
  app: AppContext,
  me: Principal,
  integration: Integration,
  { params, origin }: ReceivedRequest,
  { post, key }: { post: Post; key: string | undefined },
): Promise<void> {
  const channel =
    post.isForOwner === true ? undefined : (decoded(integration, params.stream) ?? post.channel);
  const content = post.content.text;
  const request: SendRequest =
    channel === undefined || channel.trim() === ''
      ? { type: 'direct', to: [findOwnerId(me)], content, origin }
      : {
          type: 'channel',
          to: channelNamed(channel),
          topic: topicFor(integration, params, post),
          content,
          origin,
        };
  try {
    const repeated = { idempotencyKey: key, isKeyEnough: true };
    await sendMessage(app, me, { ...request, ...repeated }, clientName(integration));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await notifyOwner(app, me, notSent(integration.displayName, error));
    if (error.code !== 'STREAM_DOES_NOT_EXIST') throw error;
  }
}

function findOwnerId({ user, cache }: Principal): number {
  const owner = user.botOwnerId === null ? undefined : cache.users.get(user.botOwnerId);
  if (!owner?.isActive) throw apiError('integrations.no-owner');
  return owner.id;
}

function decoded({ isEncodedTwice }: Integration, text: string | undefined): string | undefined {
  if (isEncodedTwice !== true || text === undefined || !text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const channelNamed = (text: string): string | number => (/^\d{1,15}$/.test(text) ? Number(text) : text);

function topicFor(integration: Integration, params: WebhookParams, post: Post): string {
  const given = decoded(integration, params.topic);
  if (given !== undefined && given.trim() !== '') return given;
  const made = withoutForbidden(post.topic).replaceAll(/\s+/g, ' ').trim();
  return made === '' ? integration.displayName : made;
}

// COMPAT(clients that know the programs of messages): names of this form mark what integrations post.
const clientName = (integration: Integration): string => `Zulip${plainName(integration)}Webhook`;

// Verifies the signature of deliveries to bots that have a secret.

interface DeliveredRequest {
  raw: RawDelivery;
  header(name: string): string | undefined;
}

/**
 * @returns a key for recognizing repeated deliveries; undefined if they are refused by their time
 * @throws ApiError 401 for a signature that is wrong or missing, 400 for one that is too old
 */
async function checkSignature(
  app: AppContext,
  me: Principal,
  { signature, displayName }: Integration,
  { raw: { bytes }, header }: DeliveredRequest,
): Promise<string | undefined> {
  const secret = await loadSecret(app, me.id);
  if (secret === null) return undefined;
  const signed = { bytes, header, now: app.clock.now() };
  const isUsable = secret !== 'lost' && signature !== undefined;
  const verdict = isUsable ? verify(signature, secret.text, signed) : 'wrong';
  if (verdict === 'stale') throw apiError('integrations.stale-signature');
  if (verdict === 'right') return signature && repetitionKey(signature, signed);
  const why = secret === 'lost' ? 'its secret has to be set again' : 'its signature is wrong or missing';
  await notifyOwner(app, me, unusable(displayName, why));
  throw apiError('integrations.wrong-signature');
}
