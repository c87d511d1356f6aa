import { searchMergeSettings } from '../search-sql.ts';
import { columnTypes, type Dialect } from '../sql.ts';
import { initialSchema } from './initial/index.ts';

export interface Migration {
  name: string;
  statements: (dialect: Dialect) => string[];
  /**
   * Given by a migration that changes or removes what others use: the migration that a version must know to run beside it. All
   * others only expand, so that any version may run beside them.
   */
  needs?: string;
}

/** In order; each runs in one transaction. A released migration is never changed. */
export const migrations: readonly Migration[] = [
  { name: '0001-initial', statements: initialSchema, needs: '0001-initial' },
  {
    name: '0002-password-links',
    statements: (dialect) => [`ALTER TABLE account_link ADD COLUMN maker_id ${columnTypes(dialect).int}`],
  },
  {
    name: '0003-pinned-messages',
    statements(dialect) {
      const { int } = columnTypes(dialect);
      return [
        `CREATE TABLE message_pin (
           message_id ${int} PRIMARY KEY, org_id ${int} NOT NULL, user_id ${int} NOT NULL, pinned_at ${int} NOT NULL)`,
        'CREATE INDEX message_pin_org ON message_pin (org_id, pinned_at)',
      ];
    },
  },
  {
    name: '0004-do-not-disturb',
    statements(dialect) {
      const { int } = columnTypes(dialect);
      return [
        `CREATE TABLE do_not_disturb (
           user_id ${int} PRIMARY KEY, org_id ${int} NOT NULL, until ${int}, quiet_hours text NOT NULL)`,
        'CREATE INDEX do_not_disturb_org ON do_not_disturb (org_id)',
      ];
    },
  },
  {
    name: '0005-held-notifications',
    statements(dialect) {
      const { int } = columnTypes(dialect);
      return [
        'ALTER TABLE notification_decision ADD COLUMN quiet text',
        `ALTER TABLE notification_decision ADD COLUMN quiet_until ${int}`,
      ];
    },
  },
  {
    name: '0006-status-expiry',
    statements: (dialect) => [`ALTER TABLE user_status ADD COLUMN expires_at ${columnTypes(dialect).int}`],
  },
  {
    name: '0007-import-change',
    statements(dialect) {
      const { int, keyed } = columnTypes(dialect);
      return [
        `CREATE TABLE import_change (
           message_id ${int} NOT NULL, run_id ${int} NOT NULL, kind text NOT NULL, detail text NOT NULL,
           org_id ${int} NOT NULL, former text NOT NULL,
           PRIMARY KEY (message_id, run_id, kind, detail))${keyed}`,
        'CREATE INDEX import_change_run ON import_change (run_id, message_id)',
        'CREATE INDEX import_change_org ON import_change (org_id)',
      ];
    },
  },
  {
    name: '0008-urgent-notifications',
    statements: (dialect) => [
      `ALTER TABLE notification_decision ADD COLUMN urgent_at ${columnTypes(dialect).int}`,
    ],
  },
  {
    name: '0009-transcript',
    statements: () => ['ALTER TABLE attachment ADD COLUMN transcript text'],
  },
  {
    name: '0010-former-memberships',
    // What people have left is asked for with each page of all conversations; most have left little of what they are in.
    statements: () => [
      'CREATE INDEX membership_former ON membership (user_id, channel_id) WHERE to_message_id IS NOT NULL',
    ],
  },
  {
    name: '0011-search-merges',
    statements: searchMergeSettings,
  },
];
