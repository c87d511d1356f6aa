/** Posts emails to the addresses of channels. Anyone who knows the address may send: "From" is not verified. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { channelForPosting } from '../../core/channels/index.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import type { Channel, Principal, User } from '../../core/organization/index.ts';
import { organizationUrl } from '../../http/urls.ts';
import { ApiError } from '../../lib/errors.ts';
import { mailId } from '../../lib/mail/email-reply.ts';
import {
  type ChannelAddress,
  type ChannelMailOptions,
  parseChannelAddress,
} from '../../lib/mail/channel-address.ts';
import { headerText } from '../../lib/mail/header-text.ts';
import { textOfHtml } from '../../lib/mail/html-text.ts';
import { type IncomingMail, readMail } from '../../lib/mail/mime.ts';
import { replyTextIn } from '../../lib/mail/reply-text.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';
import { truncate, withoutForbidden } from '../../lib/text.ts';
import { isSent, sendMessage } from '../message-send/index.ts';
import { EmailRefused } from '../notifications/index.ts';
import { largestFile, storeUpload } from '../uploads/index.ts';
import { gatewayBot } from './addresses.ts';

/** The client name of these messages. */
const client = 'Email';
const longestTopic = 60;
const longestText = 9500;
const mostFiles = 20;

/** Per organization, as documented for the API. */
const limiter = defineService(
  () =>
    new RateLimiter([
      { seconds: 60, count: 50 },
      { seconds: 300, count: 120 },
      { seconds: 3600, count: 600 },
    ]),
);

interface Destination {
  channel: Channel;
  me: Principal;
}

/**
 * @returns the id of the message, the same one if the email is delivered again
 * @throws EmailRefused
 */
export async function postToChannel(app: AppContext, address: string, raw: Uint8Array): Promise<number> {
  const { parsed, channel, me } = await findByAddress(app, address);
  if (!limiter(app).use(String(me.orgId), app.clock.now()).isAllowed)
    throw new EmailRefused('later', 'Too many emails at once; this one is accepted later.');
  const mail = await readMail(raw);
  const id = createHash('sha256')
    .update(`${parsed.token} ${mailId(mail, raw)}`)
    .digest('base64url');
  const idempotencyKey = `e-mail ${id}`;
  const files = (await isSent(app, me.id, idempotencyKey)) ? [] : await storeFiles(app, me, mail);
  try {
    const request = {
      ...({ type: 'channel', to: channel.id, topic: chooseTopic(mail) } as const),
      content: composeContent(mail, parsed.options, files),
      origin: organizationUrl(app, me.cache.organization.subdomain),
      idempotencyKey,
      isKeyEnough: true,
    };
    return (await sendMessage(app, me, request, client)).id;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500)
      throw new EmailRefused('notAllowed', `It was not posted: ${error.message}`);
    throw error;
  }
}

/** Called before an email is accepted. @throws EmailRefused for an invalid or revoked address */
export async function checkChannelAddress(app: AppContext, address: string): Promise<void> {
  await findByAddress(app, address);
}

async function findByAddress(
  app: AppContext,
  address: string,
): Promise<Destination & { parsed: ChannelAddress }> {
  const parsed = parseChannelAddress(app.config.mailReplies ?? '', address);
  const destination = parsed && (await findDestination(app, parsed.token));
  if (!parsed || !destination)
    throw new EmailRefused('nobody', 'There is no channel with this address. It may have been replaced.');
  return { parsed, ...destination };
}

/** Undefined for a revoked address, and if its sender may no longer post in the channel. */
async function findDestination(
  { db, organizations }: AppContext,
  token: string,
): Promise<Destination | undefined> {
  const row = await db.read.q
    .selectFrom('channel_email')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst();
  if (!row || !organizations.names.some(({ id }) => id === row.org_id)) return undefined;
  const cache = await organizations.cache(row.org_id);
  const [creator, sender] = [cache.users.get(row.user_id), cache.users.get(row.sender_id)];
  if (!creator?.isActive || !sender?.isActive) return undefined;
  const channel = postingChannel(
    cache,
    sender.id === gatewayBot(cache)?.id ? creator : sender,
    row.channel_id,
  );
  return channel && { channel, me: { id: sender.id, orgId: row.org_id, user: sender, cache } };
}

function postingChannel(cache: Principal['cache'], user: User, channelId: number): Channel | undefined {
  try {
    return channelForPosting(cache, user, channelId);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

const readSubject = ({ headers }: IncomingMail): string => headerText(headers('subject')[0] ?? '');

const isForwarded = (mail: IncomingMail): boolean => /^\s*(?:fwd?|wg)\s*:/i.test(readSubject(mail));

function chooseTopic(mail: IncomingMail): string {
  const subject = readSubject(mail).replace(/^(?:\s*(?:re|aw|fwd?|wg)\s*:)+/i, '');
  const topic = truncate(withoutForbidden(subject.toWellFormed()).trim(), longestTopic, '…');
  return topic === '' ? 'Email with no subject' : topic;
}

function composeContent(mail: IncomingMail, options: ChannelMailOptions, files: readonly string[]): string {
  const { showsSender, keepsFooter, keepsQuotes, prefersHtml } = options;
  const given = prefersHtml && mail.html !== '' ? textOfHtml(mail.html) : mail.text;
  const body = replyTextIn(given, { keepsFooter, keepsQuotes: keepsQuotes || isForwarded(mail) });
  const from = headerText(mail.headers('from')[0] ?? '');
  const text = truncate(harmless(body), longestText, '\n[message truncated]');
  return [
    ...(showsSender && from !== '' ? [`From: ${harmless(from)}`] : []),
    ...(text === '' && files.length === 0 ? ['(No email body)'] : []),
    ...(text === '' ? [] : [text]),
    ...files,
  ].join('\n\n');
}

/** Emails neither mention anyone nor run commands. */
const harmless = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll('@*', '@_*')
    .replace(/^\s*\//, '&#47;');

/** @returns links to the files, or the reason why one was not stored */
async function storeFiles(app: AppContext, me: Principal, mail: IncomingMail): Promise<string[]> {
  const links: string[] = [];
  for (const { name, type, chunks } of mail.files) {
    if (links.length >= mostFiles) break;
    const file = await app.files.incoming.receive(Readable.from(chunks()), largestFile(app.config));
    if (!file) {
      links.push('*(A file of the email is too large.)*');
      continue;
    }
    try {
      const { url, filename } = await storeUpload(app, me, file, { name, contentType: type });
      links.push(`[${harmless(filename.replaceAll(/[[\]]/g, ''))}](${url})`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      links.push(`*(A file of the email was not kept: ${error.message})*`);
    } finally {
      await app.files.incoming.discard(file.path);
    }
  }
  return links;
}
