import { columnTypes, type Dialect } from '../sql.ts';

export function invitations(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE invitation (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), kind text NOT NULL,
       inviter_id ${t.int} REFERENCES person (id), link_id ${t.int} REFERENCES invitation (id), email text, email_key text,
       role ${t.int} NOT NULL, channel_ids text NOT NULL, group_ids text NOT NULL, includes_defaults ${t.int} NOT NULL,
       notifies_inviter ${t.int} NOT NULL, welcome_text text, seed text NOT NULL UNIQUE, invited_at ${t.int} NOT NULL,
       mails_sent ${t.int} NOT NULL, expires_at ${t.int}, state text NOT NULL, uses ${t.int} NOT NULL)`,
    'CREATE INDEX invitation_email ON invitation (org_id, email_key)',
    'CREATE INDEX invitation_time ON invitation (org_id, invited_at)',
    'CREATE INDEX invitation_inviter ON invitation (inviter_id)',
    'CREATE INDEX invitation_link ON invitation (link_id)',
  ];
}
