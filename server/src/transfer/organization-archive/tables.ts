/** All tables of the database, and how they are treated when one organization is exported or imported. */
import { byOrganization, byPerson, type Decisions, type TableDecision } from './decision.ts';
import { contentTables } from './tables-content.ts';
import { conversationTables } from './tables-conversations.ts';
import { peopleTables } from './tables-people.ts';
import { isIn, keysIn } from '../../lib/objects.ts';

const signIn = 'Signs a user in on this server only.';
const ofServer = 'Belongs to the server.';
const ofImports = 'IDs in another product: an import on another server starts over.';
const ofRun = { run_id: 'import_run' } as const;
const searchIndex = 'The search index is built from messages.';

export const decisions = {
  ...peopleTables,
  ...conversationTables,
  ...contentTables,
  session: { path: byOrganization, omitted: signIn },
  api_key: { path: byOrganization, omitted: signIn, references: { channel_id: 'channel' } },
  scim_token: { path: byOrganization, omitted: signIn },
  scim_resource: {
    path: byOrganization,
    omitted: 'An identity provider finds its users and groups again on the new server by their names.',
  },
  sign_in_provider: {
    path: byOrganization,
    omitted: 'Sealed with the key of this server, and registered under its address.',
  },
  known_device: { path: byOrganization, omitted: signIn },
  two_factor: {
    path: byOrganization,
    omitted: 'Sealed with the key of this server: people set it up again.',
  },
  call_token: { path: byOrganization, omitted: 'Sealed with the key of this server: people connect again.' },
  passkey: { path: byOrganization, omitted: 'Bound to the address of the organization on this server.' },
  recovery_code: { path: byOrganization, omitted: signIn },
  account_link: { path: byOrganization, omitted: signIn, references: { maker_id: 'person' } },
  invitation: { path: byOrganization, omitted: 'Links of invitations are valid on this server only.' },
  client_device: { path: byOrganization, omitted: 'Apps register with each server.' },
  push_token: { path: byOrganization, omitted: 'Apps register with each server.' },
  event_queue: {
    path: byOrganization,
    omitted: 'Clients register with each server.',
    references: { user_id: 'person' },
  },
  event_log: {
    path: byOrganization,
    omitted: 'Clients register again, and the log continues at its position.',
  },
  job: { path: byOrganization, omitted: 'An import enqueues the jobs that rows wait for.' },
  missed_email: {
    path: byOrganization,
    omitted: 'Emails that are due are sent by this server.',
    references: { user_id: 'person' },
  },
  digest_email: { path: byOrganization, omitted: 'Weekly digests start over on another server.' },
  channel_email: {
    path: byOrganization,
    omitted: 'Addresses are those of this server.',
    references: { channel_id: 'channel', sender_id: 'person' },
  },
  notification_decision: {
    path: byOrganization,
    omitted: 'Kept for a week, to explain notifications.',
    references: { user_id: 'person' },
  },
  push_subscription: { path: byOrganization, omitted: 'Browsers and apps subscribe to each server.' },
  send_key: { path: byPerson, omitted: 'Nothing is sent again to another server.' },
  resumable_upload: { path: byOrganization, omitted: 'An upload that is not complete is begun again.' },
  organization_export: { path: byOrganization, omitted: 'Archives stay on the server that made them.' },
  upload_space: { path: byOrganization, omitted: 'An import sums it up.' },
  outgoing_delivery: { path: byOrganization, omitted: 'Responses of other servers to this one.' },
  website_preview: { path: byOrganization, omitted: 'Pages are fetched again.' },
  import_request: {
    path: byOrganization,
    omitted: 'Archives that were uploaded stay on the server.',
    references: ofRun,
  },
  import_source: { path: byOrganization, omitted: ofImports },
  import_run: { path: byOrganization, omitted: ofImports },
  import_change: { path: byOrganization, omitted: ofImports, references: ofRun },
  import_item: {
    path: { column: 'source_id', through: 'import_source' },
    omitted: ofImports,
    references: ofRun,
  },
  search_mark: { path: 'server', omitted: searchIndex },
  search_rewrite: { path: 'server', omitted: searchIndex },
  search_waiting: { path: { column: 'message_id', through: 'message' }, omitted: searchIndex },
  search_word: { path: 'server', omitted: searchIndex },
  server_fact: { path: 'server', omitted: ofServer },
  node: { path: 'server', omitted: ofServer },
  lease: { path: 'server', omitted: ofServer },
  client_file: { path: 'server', omitted: ofServer },
  limited_use: { path: 'server', omitted: ofServer },
} as const satisfies Decisions;

const tableNames = keysIn(decisions);

export const decisionFor = (table: string): TableDecision | undefined =>
  isIn(tableNames, table) ? decisions[table] : undefined;
