/**
 * Which tables of the embedded database have hashes of their rows, by which `heddle verify` finds changed bytes, and how their
 * rows are put into blocks. ADR 44 has the design.
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

const passing = 'soon deleted or replaced';
const work = 'work that waits, deleted when it is done';
const derived = 'made from other tables';
const machine = 'about machines and processes';
const credential = 'hashes and sealed boxes: a changed one is not accepted, and nobody is shown it';

/** Why the rows of a table have no hashes. The rows of all other tables have. */
export const uncovered: Readonly<Partial<Record<keyof Schema, string>>> = {
  channel_email: 'addresses at random: a changed one is of no channel',
  import_item: 'where a row came from, for an import that is run again',
  import_change: 'what an import changed, until it is undone',
  website_preview: 'fetched again',
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

/** Tables whose blocks have another size than other tables with such keys. */
const sizes: Readonly<Partial<Record<keyof Schema, Pick<Cover, 'part'> & { bits?: number }>>> = {
  // A row has few neighbours with the same message or file.
  group_mention: { bits: idBits },
  attachment_claim: { bits: idBits },
  message_flag: { part: ['message_id', 10] },
  topic: { part: ['topic_key', 'letter'] },
  bot_storage: { part: ['entry_key', 'letter'] },
  picture: { part: ['kind', 'letter'] },
};

/** A column of a primary key, as SQLite describes it. */
export interface KeyColumn {
  name: string;
  type: string;
}

const isInteger = ({ type }: KeyColumn): boolean => type === 'INTEGER';

/**
 * How the rows of a table are put into blocks, which follows from its primary key.
 * @returns undefined for a table without hashes
 */
export function getCover(table: string, [first, second]: readonly KeyColumn[]): Cover | undefined {
  if (table in uncovered || !first || !isInteger(first)) return undefined;
  if (!second) return { id: first.name, block: [first.name, idBits] };
  const { bits = 0, part } = (sizes as Readonly<Record<string, (typeof sizes)[keyof Schema]>>)[table] ?? {
    ...(isInteger(second) ? { part: [second.name, idBits] as const } : {}),
  };
  return { block: [first.name, bits], ...(part ? { part } : {}) };
}

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
