/** Creates the parts of the demo organization, each in one transaction, with the same functions that requests use. */
import { limits } from '../../../../wire/core.ts';
import type { SendMessageResponse } from '../../../../wire/messages.ts';
import { beginMemberships, insertChannel } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { OrganizationCache, User } from '../../core/organization/index.ts';
import { insertPerson, newCredentials, systemBots } from '../../core/users/index.ts';
import { type Draft, prepareDraft, sendDirect, sendToChannel } from '../../features/message-send/index.ts';
import { createOrganization } from '../../features/organization/index.ts';
import { saveSeen } from '../../features/presence/index.ts';
import { addSubmessage } from '../../features/submessages/index.ts';
import type { App } from '../open-app.ts';
import { renderDescription } from '../../lib/markdown/render.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { emailKey } from '../../lib/text.ts';
import { cast, demoChannels, demoEmail, demoNames, studio, type DemoName } from './cast.ts';
import { demoConversations, type DemoMessage } from './conversations.ts';

const day = 86_400_000;
const program = 'demo';

/** Creates the organization with its people. @returns its id. */
export async function makePeople(app: App, password: string): Promise<number> {
  const hash = await hashPassword(password);
  const account = (name: DemoName) => ({
    email: demoEmail(name),
    fullName: cast[name].fullName,
    ...newCredentials(app.secrets, hash),
  });
  const [owner, ...others] = demoNames;
  if (owner === undefined || studio.length > limits.organizationNameLength)
    throw new Error('The cast is not right.');
  const botCredentials = systemBots.map(() => newCredentials(app.secrets, null));
  const orgId = await app.db.write(0, 'system', async (tx) => {
    const made = await createOrganization(tx, {
      name: studio,
      subdomain: '',
      owner: account(owner),
      botCredentials,
    });
    for (const name of others)
      await insertPerson(tx, made.orgId, { ...account(name), role: cast[name].role });
    const joined = { date_joined: tx.now - 35 * day, first_sign_in_at: tx.now - 35 * day };
    await tx.q.updateTable('person').set(joined).where('org_id', '=', made.orgId).execute();
    return made.orgId;
  });
  await app.organizations.refresh();
  return orgId;
}

export async function makeChannels(app: App, cache: OrganizationCache): Promise<void> {
  await app.db.write(cache.orgId, 'system', async (tx) => {
    const creatorId = getPerson(tx.cache, 'cleo').id;
    for (const [name, { members, description, ...settings }] of Object.entries(demoChannels)) {
      const renderedDescription = renderDescription(description);
      const channel = { name, description, renderedDescription, creatorId, ...settings };
      const channelId = await insertChannel(tx, channel);
      const inside = members ?? demoNames.filter((one) => one !== 'gus');
      await beginMemberships(
        tx,
        inside.map((one) => ({ channelId, userId: getPerson(tx.cache, one).id })),
      );
    }
    const created = { created_at: tx.now - 35 * day };
    await tx.q.updateTable('channel').set(created).where('org_id', '=', tx.orgId).execute();
    await tx.touch({ channels: [...tx.cache.channels.values()].map(({ id }) => id) });
  });
}

interface Sent {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  sender: DemoName;
}

export async function sayEverything(app: App, cache: OrganizationCache): Promise<void> {
  const drafts = demoConversations().map((message) => {
    const user = getPerson(cache, message.sender);
    const me = { id: user.id, orgId: cache.orgId, user, cache };
    return { message, draft: prepareDraft(me, message.content) };
  });
  await app.db.write(cache.orgId, 'system', async (tx) => {
    const today = lastMorning(tx.now);
    const sent: Sent[] = [];
    for (const { message, draft } of drafts) {
      const at = Math.min(today - message.before, tx.now);
      const { id } = await say(tx, message, draft);
      await choose(tx, id, draft, message);
      await tx.q.updateTable('message').set({ sent_at: at }).where('id', '=', id).execute();
      sent.push({ id, at, sender: message.sender });
    }
    await markRead(tx, sent);
    await markPresent(tx, sent);
  });
}

function say(tx: Tx, { sender, place }: DemoMessage, draft: Draft): Promise<SendMessageResponse> {
  const user = getPerson(tx.cache, sender);
  if ('channel' in place)
    return sendToChannel(tx, user, { to: place.channel, topic: place.topic }, { draft, client: program });
  const to = place.people.map((name) => getPerson(tx.cache, name).id);
  return sendDirect(tx, user, to, { draft, client: program });
}

async function choose(tx: Tx, messageId: number, { content }: Draft, { chosen }: DemoMessage): Promise<void> {
  const change = (at: number) =>
    content.startsWith('/poll')
      ? { type: 'vote', key: `canned,${at}`, vote: 1 }
      : { type: 'strike', key: `${at},canned` };
  for (const { who, at } of chosen) {
    const user = getPerson(tx.cache, who);
    const me = { id: user.id, orgId: tx.orgId, user, cache: tx.cache };
    const params = { message_id: messageId, msg_type: 'widget', content: JSON.stringify(change(at)) };
    await addSubmessage(tx, me, params);
  }
}

/** Midnight of the last day (local time) after whose morning it is now: the demo's messages end in a morning. */
function lastMorning(now: number): number {
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  const isMorningOver = now - midnight.getTime() > 9 * 3_600_000;
  return isMorningOver ? midnight.getTime() : midnight.setDate(midnight.getDate() - 1);
}

/** The owner last read on the day before, the others this morning. */
async function markRead(tx: Tx, sent: readonly Sent[]): Promise<void> {
  const owner = getPerson(tx.cache, 'ada').id;
  const newest = sent.at(-1)?.at ?? 0;
  const floorBefore = (at: number) => sent.findLast((one) => one.at <= at)?.id ?? 0;
  const floors = { owner: floorBefore(newest - 1.3 * day), others: floorBefore(newest - 0.1 * day) };
  for (const user of tx.cache.users.values()) {
    const read_floor = user.id === owner ? floors.owner : floors.others;
    await tx.q.updateTable('subscription').set({ read_floor }).where('user_id', '=', user.id).execute();
    await tx.q.updateTable('direct_member').set({ read_floor }).where('user_id', '=', user.id).execute();
  }
}

/** Everyone was last there when they wrote; without it clients say that they have not been active for a year. */
async function markPresent(tx: Tx, sent: readonly Sent[]): Promise<void> {
  const lastAt = new Map(sent.map(({ sender, at }) => [sender, at]));
  const rows = [...lastAt].map(([sender, at]) => {
    const { id: userId } = getPerson(tx.cache, sender);
    return { userId, activeAt: at, connectedAt: at, updateId: at };
  });
  await saveSeen(tx, rows);
}

function getPerson(cache: OrganizationCache, name: DemoName): User {
  const user = cache.users.find('deliveryEmail', emailKey(demoEmail(name)));
  if (!user) throw new Error(`The demo lacks ${name}.`);
  return user;
}
