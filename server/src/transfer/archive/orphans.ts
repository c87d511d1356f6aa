/**
 * Checks for rows whose column names no row of another table, made from what is declared anyway: the decisions about the columns
 * of each table, and the foreign keys of the database.
 */
import { type ForeignKey, readForeignKeys } from '../../db/archive/foreign-keys.ts';
import type { DatabaseCheck } from '../../db/archive/checks.ts';
import type { Snapshot } from '../../db/archive/snapshot.ts';
import { isKept, type TableDecision } from '../organization-archive/decision.ts';
import { decisions } from '../organization-archive/tables.ts';

const ofOthers = 'Another product or server has made it.';
const byKind = 'Another column says of which table it is.';
const ofBot = 'An undone import deletes channels, and a limited archive has not all: the bot does without.';

/** Columns named like references, or declared as some, that are not compared with a table, and why. */
export const unchecked: Readonly<Record<string, string>> = {
  'audit_entry.actor_id': 'An undone import deletes accounts, and the log keeps what they have done.',
  'audit_entry.target_id': 'The log names what was deleted.',
  'bot.events_channel_id': ofBot,
  'bot.sending_channel_id': ofBot,
  'call_token.account_id': ofOthers,
  'client_device.pending_token_id': ofOthers,
  'client_device.push_key_id': ofOthers,
  'client_device.token_id': ofOthers,
  'custom_emoji.author_id':
    'An undone import deletes authors, and keeps their emoji deactivated for reactions elsewhere.',
  'event_queue.key_id': 'One that is registered while its key ends is deleted when it has been idle.',
  'event_queue.session_id': 'One that is registered while its session ends is deleted when it has been idle.',
  'import_change.message_id': 'An undo counts what it cannot bring back because the message was deleted.',
  'import_item.local_id': byKind,
  'job.org_id': 'Jobs of the server have 0.',
  'membership.from_message_id': 'A bound.',
  'membership.to_message_id': 'A bound.',
  'missed_email.message_id': 'It is read with the message, and deleted after some days without.',
  'notification_decision.message_id': 'It is kept for a week, whatever becomes of the message.',
  'outgoing_delivery.message_id': 'The list of deliveries has those for deleted messages.',
  'passkey.credential_id': ofOthers,
  'picture.holder_id': byKind,
  'presence.update_id': 'A number in the order of updates.',
  'push_subscription.session_id': 'The end of a session does not delete it: it is not used without one.',
  'push_token.app_id': ofOthers,
  'resting_permission.place_id': byKind,
  'scheduled_message.channel_id':
    'A limited archive may have the message of an author who is not in the channel any more.',
  'scheduled_message.key_id':
    'The message is not sent once the key is revoked, and 0 is a key of another server.',
  'scheduled_message.target_message_id': 'A reminder remains when its message is deleted.',
  'scim_resource.external_id': ofOthers,
  'scim_resource.local_id': byKind,
  'search_waiting.message_id': 'A message is deleted while it waits for the index.',
  'send_key.message_id': 'A repeated send must not bring a deleted message back.',
  'session.identity_id': 'A session continues when its account is unlinked from a provider.',
  'topic.last_message_id': 'The check of topics compares the channel too.',
};

const toCheck = ({ table, column, parent, key }: ForeignKey): DatabaseCheck => ({
  name: `${table}.${column}`,
  sql: `SELECT c.${column} FROM ${table} c LEFT JOIN ${parent} p ON p.${key} = c.${column}
        WHERE c.${column} IS NOT NULL AND p.${key} IS NULL`,
});

function* listDeclared(table: string, decision: TableDecision): Generator<ForeignKey> {
  const { path } = decision;
  const columns: [column: string, parent: string | undefined][] = isKept(decision)
    ? Object.entries(decision.columns).map(([column, { references }]) => [column, references])
    : Object.entries(decision.references ?? {});
  if (path !== 'server') columns.push([path.column, path.through ?? 'organization']);
  for (const [column, parent] of columns)
    if (parent !== undefined && column !== 'id') yield { table, column, parent, key: 'id' };
}

/** Makes the checks for the database of this snapshot, in the order of their names. */
export async function orphanChecks(snapshot: Pick<Snapshot, 'dialect' | 'query'>): Promise<DatabaseCheck[]> {
  const declared = Object.entries(decisions).flatMap(([table, decision]) => [
    ...listDeclared(table, decision),
  ]);
  const found = await readForeignKeys(snapshot.dialect, (sql) => snapshot.query(sql));
  const checks = new Map([...declared, ...found].map(toCheck).map((check) => [check.name, check]));
  return [...checks.values()]
    .filter(({ name }) => unchecked[name] === undefined)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
