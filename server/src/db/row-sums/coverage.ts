/**
 * Which tables of the embedded database have hashes of their rows, by which `heddle verify` finds changed bytes, and how their
 * rows are put into blocks. A new table does not compile without a declaration. ADR 44 has the design.
 */
import type { Schema } from '../schema.ts';

/** Rows in the order of the primary key belong to one block after the other. */
export interface Cover {
  /** Column of the primary key that identifies rows; where it is missing, a change concerns the whole block. */
  id?: string;
  /** The first column of the primary key, and how many of its lowest bits are within a block. */
  block: readonly [column: string, bits: number];
  /** Divides large blocks by the second column: by a number, or by the first letter. */
  part?: readonly [column: string, bits: number | 'letter'];
}

/** Rows of a block, where rows are identified. */
export const idBits = 6;

const byId = (column = 'id'): Cover => ({ id: column, block: [column, idBits] });
const grouped = (column: string): Cover => ({ block: [column, idBits] });
const within = (column: string, ...part: readonly [] | NonNullable<Cover['part']>): Cover => ({
  block: [column, 0],
  ...(part.length === 0 ? {} : { part }),
});

/** Why the rows of a table have no hashes. */
interface Uncovered {
  why: string;
}

const passing: Uncovered = { why: 'soon deleted or replaced' };
const work: Uncovered = { why: 'work that waits, deleted when it is done' };
const derived: Uncovered = { why: 'made from other tables' };
const machine: Uncovered = { why: 'about machines and processes' };
const credential: Uncovered = {
  why: 'hashes and sealed boxes: a changed one is not accepted, and nobody is shown it',
};

const coverage: Readonly<Record<keyof Schema, Cover | Uncovered>> = {
  message: byId(),
  topic: within('channel_id', 'topic_key', 'letter'),
  direct: byId(),
  direct_member: within('user_id', 'direct_id', 6),
  message_flag: within('user_id', 'message_id', 10),
  read_chunk: within('user_id', 'chunk', 6),
  group_mention: grouped('message_id'),
  reaction: byId(),
  message_pin: byId('message_id'),
  submessage: byId(),
  attachment: byId(),
  attachment_claim: grouped('attachment_id'),
  scheduled_message: byId(),
  draft: byId(),
  saved_snippet: byId(),
  organization: byId(),
  person: byId(),
  deactivation: byId('user_id'),
  user_group: byId(),
  group_member: within('group_id', 'user_id', 6),
  group_subgroup: within('group_id', 'subgroup_id', 6),
  channel: byId(),
  channel_folder: byId(),
  default_channel_group: byId(),
  subscription: within('user_id', 'channel_id', 6),
  membership: within('channel_id', 'user_id', 6),
  user_topic: within('user_id', 'channel_id', 6),
  pinned_topic: within('user_id', 'channel_id', 6),
  navigation_view: within('user_id'),
  folded_section: within('user_id'),
  alert_word: within('user_id'),
  muted_user: within('user_id', 'muted_id', 6),
  onboarding_step: within('user_id'),
  edited_setting: within('user_id'),
  resting_permission: within('user_id'),
  user_status: byId('user_id'),
  do_not_disturb: byId('user_id'),
  custom_emoji: byId(),
  picture: within('org_id', 'kind', 'letter'),
  linkifier: byId(),
  playground: byId(),
  profile_field: byId(),
  profile_value: within('user_id', 'field_id', 6),
  allowed_domain: byId(),
  invitation: byId(),
  audit_entry: byId(),
  bot: byId('user_id'),
  bot_storage: within('user_id', 'entry_key', 'letter'),
  incoming_webhook: byId('user_id'),
  slash_command: byId(),
  sign_in_policy: byId('org_id'),
  sign_in_provider: byId(),
  organization_export: byId(),
  import_source: byId(),
  import_run: byId(),
  import_request: byId(),
  client_device: byId(),
  push_subscription: byId(),
  channel_email: { why: 'addresses at random: a changed one is of no channel' },
  import_item: { why: 'where a row came from, for an import that is run again' },
  import_change: { why: 'what an import changed, until it is undone' },
  website_preview: { why: 'fetched again' },
  outgoing_delivery: passing,
  notification_decision: passing,
  missed_email: passing,
  digest_email: passing,
  presence: passing,
  event_log: passing,
  event_queue: passing,
  send_key: passing,
  resumable_upload: passing,
  limited_use: passing,
  job: work,
  search_waiting: work,
  search_rewrite: work,
  search_word: derived,
  search_mark: derived,
  upload_space: derived,
  node: machine,
  client_file: machine,
  lease: machine,
  server_fact: machine,
  known_device: credential,
  push_token: credential,
  call_token: credential,
  session: credential,
  api_key: credential,
  external_identity: credential,
  account_link: credential,
  two_factor: credential,
  recovery_code: credential,
  passkey: credential,
  scim_token: credential,
  scim_resource: credential,
};

export const coveredTables: ReadonlyMap<string, Cover> = new Map(
  Object.entries(coverage).flatMap(([name, one]) => ('why' in one ? [] : [[name, one] as const])),
);

/** Stands for a row that has no id of its own, or for a block that has new rows. */
export const anyRow = -1;

/** In which block a row is, as SQL. @param row What the columns are of, such as `NEW.` */
export function placeSql({ block: [column, bits], part }: Cover, row = ''): { block: string; part: string } {
  return {
    block: bits === 0 ? row + column : `${row}${column} >> ${bits}`,
    part: part ? partSql(row + part[0], part[1]) : '0',
  };
}

const partSql = (column: string, bits: number | 'letter'): string =>
  bits === 'letter' ? `coalesce(unicode(${column}), 0)` : `${column} >> ${bits}`;
