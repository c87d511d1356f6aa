/** Posts emails to the addresses of channels. Anyone who knows the address may send: "From" is not verified. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Selectable } from 'kysely';
import { fileLabel } from '../../../../wire/plain-text/literal.ts';
import { channelForPosting } from '../../core/channels/index.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Channel, Principal, User } from '../../core/organization/index.ts';
import type { Db } from '../../db/db.ts';
import type { Schema } from '../../db/schema.ts';
import { organizationUrl } from '../../http/urls.ts';
import { ApiError } from '../../lib/errors.ts';
import { mailId } from '../../lib/mail/email-reply.ts';
import {
  type ChannelAddress,
  type ChannelMailOptions,
  parseChannelAddress,
} from '../../lib/mail/channel-address.ts';
import { headerText } from '../../lib/mail/header-text.ts';
import { describeCalendar } from '../../lib/mail/calendar.ts';
import { type IncomingMail, type MailFile, readMail } from '../../lib/mail/mime.ts';
import { bareSubject, readSubject, writtenText } from '../../lib/mail/written-text.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';
import { truncate, withoutForbidden } from '../../lib/text.ts';
import { isSent, sendMessage } from '../message-send/index.ts';
import { EmailRefused } from '../notifications/index.ts';
import { largestFile, storeUpload } from '../uploads/index.ts';
import { gatewayBot, isOwnSender } from './addresses.ts';

/** The client name of these messages. */
const client = 'Email';
const longestTopic = 60;
const longestText = 9500;
const mostFiles = 20;

/** Per organization, as documented for the API. */
const organizationRules = [
  { seconds: 60, count: 50 },
  { seconds: 300, count: 120 },
  { seconds: 3600, count: 600 },
];
/** Per sender and channel, so that a program that sends without end leaves room for the others. */
const senderRules = [
  { seconds: 60, count: 30 },
  { seconds: 3600, count: 240 },
];
/** The same subject and text from one sender, as in a loop between programs. */
const repetitionRules = [{ seconds: 600, count: 10 }];

const limiters = defineService(() => ({
  organization: new RateLimiter(organizationRules),
  sender: new RateLimiter(senderRules),
  repetition: new RateLimiter(repetitionRules),
}));

interface ReadLetter {
  mail: IncomingMail;
  written: string;
}

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
  const mail = await readMail(raw);
  const id = makeHash(parsed.token, mailId(mail, raw));
  const idempotencyKey = `e-mail ${id}`;
  const isRepeated = await isSent(app, me.id, idempotencyKey);
  // What it says without its options and images; converting HTML takes longest.
  const written = writtenText(mail);
  // Rendering the message takes as long, and is not to be added to it.
  await yieldToEventLoop();
  if (!isRepeated) checkLimits(app, me.orgId, { mail, written }, parsed.token);
  const files = isRepeated ? [] : await storeFiles(app, me, mail);
  try {
    const request = {
      ...({ type: 'channel', to: channel.id, topic: chooseTopic(mail).topic } as const),
      content: composeContent({ mail, written }, parsed.options, files),
      origin: organizationUrl(app, me.cache.organization.subdomain),
      idempotencyKey,
      isKeyEnough: true,
      confirm: async (tx: Tx) => void foundBy(await readAddress(tx, parsed.token), tx.cache),
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
  { config, db, organizations }: AppContext,
  address: string,
): Promise<Destination & { parsed: ChannelAddress }> {
  const parsed = parseChannelAddress(config.mailReplies ?? '', address);
  if (!parsed) throw unknownAddress();
  const row = await readAddress(db.read, parsed.token);
  if (!row || !organizations.names.some(({ id }) => id === row.org_id)) throw unknownAddress();
  return { parsed, ...foundBy(row, await organizations.cache(row.org_id)) };
}

const unknownAddress = (): EmailRefused =>
  new EmailRefused('nobody', 'There is no channel with this address. It may have been replaced.');

type AddressRow = Selectable<Schema['channel_email']>;

const readAddress = (db: Db, token: string): Promise<AddressRow | undefined> =>
  db.q.selectFrom('channel_email').selectAll().where('token', '=', token).executeTakeFirst();

/** @throws EmailRefused for a revoked address, for a bot that has another owner since, and if its sender may no longer post in the channel */
function foundBy(row: AddressRow | undefined, cache: Principal['cache']): Destination {
  const [creator, sender] = row ? [cache.users.get(row.user_id), cache.users.get(row.sender_id)] : [];
  if (!row || !creator?.isActive || !sender) throw unknownAddress();
  const isGateway = sender.id === gatewayBot(cache)?.id;
  if (!isGateway && !isOwnSender(creator, sender)) throw unknownAddress();
  const channel = postingChannel(cache, isGateway ? creator : sender, row.channel_id);
  return { channel, me: { id: sender.id, orgId: row.org_id, user: sender, cache } };
}

function postingChannel(cache: Principal['cache'], user: User, channelId: number): Channel {
  try {
    return channelForPosting(cache, user, channelId);
  } catch (error) {
    throw error instanceof ApiError ? unknownAddress() : error;
  }
}

const makeHash = (...texts: readonly string[]): string =>
  createHash('sha256').update(texts.join(' ')).digest('base64url');

/** @throws EmailRefused */
function checkLimits(app: AppContext, orgId: number, { mail, written }: ReadLetter, token: string): void {
  const { organization, sender, repetition } = limiters(app);
  const now = app.clock.now();
  const from = `${token} ${mail.headers('from')[0] ?? ''}`;
  if (!sender.use(from, now).isAllowed || !organization.use(String(orgId), now).isAllowed)
    throw new EmailRefused('later', 'Too many emails at once; this one is accepted later.');
  if (!repetition.use(makeHash(from, readSubject(mail), written), now).isAllowed)
    throw new EmailRefused('notAllowed', 'The same email has arrived ten times within ten minutes.');
}

/** @returns with `whole`, what does not fit into the topic */
function chooseTopic(mail: IncomingMail): { topic: string; whole?: string } {
  const subject = withoutForbidden(bareSubject(readSubject(mail)).toWellFormed()).trim();
  const topic = truncate(subject, longestTopic, '…');
  if (topic === '') return { topic: 'Email with no subject' };
  return topic === subject ? { topic } : { topic, whole: subject };
}

function composeContent(
  { mail, written }: ReadLetter,
  options: ChannelMailOptions,
  stored: readonly StoredFile[],
): string {
  const { showsSender, ...kept } = options;
  const shown = new Set<StoredFile>();
  const ownImage = (id: string): string | undefined => {
    const file = stored.find((each) => each.id === id);
    if (file) shown.add(file);
    return file?.link;
  };
  const { whole } = chooseTopic(mail);
  const from = headerText(mail.headers('from')[0] ?? '');
  const isPlain =
    Object.values(kept).every((option) => !option) && stored.every(({ id }) => id === undefined);
  const words = isPlain ? written : writtenText(mail, { ...kept, ownImage });
  const body = [...mail.calendars.map(describeCalendar), words].filter((part) => part !== '').join('\n\n');
  const text = truncate(harmless(body), longestText, '\n[message truncated]');
  const files = stored.filter((file) => !shown.has(file)).map(({ link }) => link);
  return [
    ...(whole === undefined ? [] : [harmless(whole)]),
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

interface StoredFile {
  /** The content ID of an image in the text. */
  id: string | undefined;
  /** In Markdown: a link to it, or the reason why it was not stored. */
  link: string;
}

async function storeFiles(app: AppContext, me: Principal, { files }: IncomingMail): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  for (const file of files.slice(0, mostFiles))
    stored.push({ id: file.id, link: await storeFile(app, me, file) });
  const more = files.length - stored.length;
  if (more > 0)
    stored.push({
      id: undefined,
      link: `*(The email has ${String(more)} more files, which were not kept.)*`,
    });
  return stored;
}

async function storeFile(app: AppContext, me: Principal, { name, type, chunks }: MailFile): Promise<string> {
  const file = await app.files.incoming.receive(Readable.from(chunks()), largestFile(app.config));
  if (!file) return '*(A file of the email is too large.)*';
  try {
    const { url, filename } = await storeUpload(app, me, file, { name, contentType: type });
    return `[${fileLabel(filename.toWellFormed())}](${url})`;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return `*(A file of the email was not kept: ${error.message})*`;
  } finally {
    await app.files.incoming.discard(file.path);
  }
}
