/**
 * Sends digests once a week, on the weekday of the organization, to users who want them and have been away. One node
 * finds them, any node sends one, and a user who was considered is not considered again for six days.
 */
import type { AppContext } from '../../core/context/index.ts';
import { enqueue, jobKind, sendNow, type JobContext } from '../../core/jobs/index.ts';
import {
  type OrganizationCache,
  type User,
  organizationSettings,
  userSetting,
} from '../../core/organization/index.ts';
import { organizationUrl } from '../../http/urls.ts';
import type { MaintenanceTask } from '../../http/feature.ts';
import { inList } from '../../db/sql.ts';
import type { QuotingEmail } from '../../lib/mail/email.ts';
import { unsubscribeToken } from '../../lib/mail/unsubscribe-token.ts';
import { presenceBoards } from '../presence/index.ts';
import { getDigestContent } from './content.ts';
import { digestEmail } from './email.ts';

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
/** UTC. */
const sendingHour = 18;
const coveredMs = 7 * dayMs;
/** Shorter than a week, since maintenance may run a little earlier than a week before. */
const pauseMs = 6 * dayMs;
/** Users who were active within this time get no digest. */
const inactiveMs = 5 * dayMs;
const peopleAtOnce = 200;

interface Digest {
  userId: number;
}

export const digestJob = jobKind<Digest>('digest');

/** Digests are due in the evening of the organization's weekday, 0 for Monday. */
export function isDigestTime(weekday: number, now: number): boolean {
  const date = new Date(now);
  return (date.getUTCDay() + 6) % 7 === weekday && date.getUTCHours() >= sendingHour;
}

export const enqueueAllDigests: MaintenanceTask = async (app, isStopped) => {
  for (const orgId of await organizationsWithDigests(app))
    if (!isStopped()) await enqueueDigests(app, orgId, app.clock.now(), isStopped);
};

/** Queried, since loading every organization would cost too much. */
export async function organizationsWithDigests({ db }: Pick<AppContext, 'db'>): Promise<number[]> {
  const rows = await db.read.q
    .selectFrom('organization')
    .select('id')
    .where('is_deactivated', '=', 0)
    .where('settings', 'like', '%"digest_emails_enabled":true%')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** @param now Milliseconds since 1970. */
export async function enqueueDigests(
  app: AppContext,
  orgId: number,
  now: number,
  isStopped = () => false,
): Promise<void> {
  const cache = await app.organizations.cache(orgId);
  const { digest_emails_enabled: isOn, digest_weekday: weekday } = organizationSettings(cache);
  if (!isOn || cache.organization.isDeactivated || !isDigestTime(weekday, now)) return;
  const people = [...cache.users.values()].filter(wantsDigest).map(({ id }) => id);
  for (let at = 0; at < people.length && !isStopped(); at += peopleAtOnce)
    await enqueueDue(app, orgId, people.slice(at, at + peopleAtOnce), now);
}

const wantsDigest = (user: User): boolean =>
  user.isActive && !user.isBot && userSetting(user, 'enable_digest_emails');

async function enqueueDue(
  app: AppContext,
  orgId: number,
  people: readonly number[],
  now: number,
): Promise<void> {
  const lastSeen = await getLastSeen(app, orgId, people);
  await app.db.write(orgId, 'system', async (tx) => {
    const considered = await tx.q
      .selectFrom('digest_email')
      .select('user_id')
      .where('org_id', '=', orgId)
      .where(inList(tx.dialect, 'user_id', people))
      .where('considered_at', '>', now - pauseMs)
      .execute();
    const done = new Set(considered.map((row) => row.user_id));
    for (const userId of people) {
      if (done.has(userId) || (lastSeen.get(userId) ?? 0) > now - inactiveMs) continue;
      const row = { user_id: userId, org_id: orgId, considered_at: now };
      await tx.q
        .insertInto('digest_email')
        .values(row)
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
      await enqueue(tx, digestJob, { userId });
    }
  });
}

/** The latest of presence, sessions and joining. */
async function getLastSeen(
  app: AppContext,
  orgId: number,
  people: readonly number[],
): Promise<Map<number, number>> {
  const [board, cache] = [await presenceBoards(app).of(orgId), await app.organizations.cache(orgId)];
  const sessions = await app.db.read.q
    .selectFrom('session')
    .select((select) => ['user_id', select.fn.max('last_seen_at').as('seen')])
    .where('org_id', '=', orgId)
    .where(inList(app.db.read.dialect, 'user_id', people))
    .groupBy('user_id')
    .execute();
  const seen = new Map(sessions.map((row) => [row.user_id, row.seen]));
  return new Map(
    people.map((id) => {
      const joined = cache.users.get(id)?.dateJoined ?? 0;
      return [id, Math.max(seen.get(id) ?? 0, board.get(id)?.activeAt ?? 0, joined)] as const;
    }),
  );
}

/** Composed at each attempt: what is deleted while the mail server is away is not sent. */
export async function sendDigest({ app, orgId, payload: { userId } }: JobContext<Digest>): Promise<void> {
  const cache = await app.organizations.cache(orgId);
  const user = cache.users.get(userId);
  if (!user || !wantsDigest(user) || !organizationSettings(cache).digest_emails_enabled) return;
  const email = await composeDigest(app, cache, user, app.clock.now());
  if (email) await sendNow(app, email);
}

/** @returns undefined if there is nothing new */
export async function composeDigest(
  app: AppContext,
  cache: OrganizationCache,
  user: User,
  now: number,
): Promise<QuotingEmail | undefined> {
  const { orgId } = cache;
  const content = await getDigestContent(app, orgId, user, now - coveredMs);
  if (content.topics.length + content.channels.length === 0) return undefined;
  const url = organizationUrl(app, cache.organization.subdomain);
  const token = unsubscribeToken(app.secrets, {
    orgId,
    userId: user.id,
    reasons: ['digest'],
    channelId: null,
  });
  const showsText =
    userSetting(user, 'message_content_in_email_notifications') &&
    organizationSettings(cache).message_content_allowed_in_email_notifications;
  return digestEmail(cache, user, content, { url, showsText, unsubscribeUrl: `${url}/unsubscribe/${token}` });
}
