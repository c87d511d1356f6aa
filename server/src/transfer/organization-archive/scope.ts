/** SQL conditions for the rows that an archive of one organization contains. Only integers are interpolated. */
import type { Snapshot } from '../../db/archive/snapshot.ts';
import type { ExportedOrganization } from '../../lib/archive/manifest.ts';
import type { LimitedRows, Path } from './decision.ts';
import { parseStored } from '../../lib/json.ts';

/** `public`: public channels only; `consented`: also everything visible to people who consented. Both are limited. */
export type ExportType = ExportedOrganization['type'];

export interface ExportScope {
  orgId: number;
  type: ExportType;
  /** A list of IDs for IN; an empty list contains an ID that does not exist. */
  consenting: string;
  channels: ReadonlySet<number>;
  /** The last message ID that the server has assigned. */
  lastMessageId: number;
}

const listed = (ids: readonly number[]): string => (ids.length === 0 ? '0' : ids.join(','));

export async function readScope(
  snapshot: Snapshot,
  orgId: number,
  type: ExportType,
  lastMessageId: number,
): Promise<ExportScope> {
  const consenting = type === 'consented' ? await readConsenting(snapshot, orgId) : [];
  const scope = {
    orgId,
    type,
    consenting: listed(consenting),
    lastMessageId,
    channels: new Set<number>(),
  };
  if (type === 'full') return scope;
  const rows = await snapshot.query(visibleChannels(scope));
  return { ...scope, channels: new Set(rows.map(({ id }) => Number(id))) };
}

/** Bots are treated like their owners. */
async function readConsenting(snapshot: Snapshot, orgId: number): Promise<number[]> {
  const rows = await snapshot.query(
    `SELECT id, bot_owner_id, settings FROM person WHERE org_id = ${orgId} AND is_deleted = 0 ORDER BY id`,
  );
  const people = new Set(rows.filter((row) => consents(String(row.settings))).map(({ id }) => Number(id)));
  return rows.flatMap(({ id, bot_owner_id: owner }) =>
    people.has(owner === null ? Number(id) : Number(owner)) ? [Number(id)] : [],
  );
}

/** Off unless the user has turned it on: defaults of the organization do not count as consent. */
function consents(settings: string): boolean {
  return parseStored<Record<string, unknown>>(settings).allow_private_data_export === true;
}

export const belongs = ({ column, through }: Path, orgId: number): string =>
  through === undefined
    ? `${column} = ${orgId}`
    : `${column} IN (SELECT id FROM ${through} WHERE org_id = ${orgId})`;

type Members = Pick<ExportScope, 'orgId' | 'consenting'>;

/** Public channels, and those to which someone who consented is or was subscribed. */
const visibleChannels = ({ orgId, consenting }: Members): string =>
  `SELECT id FROM channel WHERE org_id = ${orgId} AND (is_private = 0
     OR id IN (SELECT channel_id FROM membership WHERE user_id IN (${consenting})))`;

const visibleDirects = ({ orgId, consenting }: Members): string =>
  `SELECT d.id FROM direct d JOIN direct_member m ON m.direct_id = d.id
   WHERE d.org_id = ${orgId} AND m.user_id IN (${consenting})`;

/** Messages that someone who consented received or can read; with protected history, only during their subscription. */
export const isVisibleMessage = ({ orgId, consenting }: Members, message = 'message'): string =>
  `(${message}.channel_id IN (SELECT id FROM channel WHERE org_id = ${orgId} AND is_private = 0)
    OR ${message}.direct_id IN (${visibleDirects({ orgId, consenting })})
    OR EXISTS (SELECT 1 FROM membership s JOIN channel c ON c.id = s.channel_id
      WHERE s.channel_id = ${message}.channel_id AND s.user_id IN (${consenting})
      AND ((c.is_history_public = 1 AND s.to_message_id IS NULL)
        OR (s.from_message_id <= ${message}.id AND (s.to_message_id IS NULL OR ${message}.id < s.to_message_id)))))`;

export const visibleMessages = (scope: Members): string =>
  `SELECT id FROM message WHERE org_id = ${scope.orgId} AND ${isVisibleMessage(scope)}`;

/** The condition for rows of a limited archive, in addition to that on the organization; undefined for a table without any rows in it. */
export function limitedTo(rows: LimitedRows, scope: ExportScope): string | undefined {
  if (rows === 'none') return undefined;
  if (rows === 'all') return '1 = 1';
  if ('own' in rows) return `${rows.own} IN (${scope.consenting})`;
  if ('channel' in rows) return `${rows.channel} IN (${visibleChannels(scope)})`;
  if ('message' in rows) return `${rows.message} IN (${visibleMessages(scope)})`;
  if ('direct' in rows) return `${rows.direct} IN (${visibleDirects(scope)})`;
  return rows.where(scope);
}
