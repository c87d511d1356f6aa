/** The audit log: changes made by administrators, operators and the server. */
import { DownloadResponse, Exact, Id, Nullable, OneOf, Type, UnixSeconds, type Static } from './core.ts';

const auditActions = [
  'bot.call_mcp_tool',
  'bot.create',
  'bot.create_api_key',
  'bot.deactivate',
  'bot.delete',
  'bot.reactivate',
  'bot.regenerate_api_key',
  'bot.revoke_api_key',
  'bot.update',
  'channel.add_subscribers',
  'channel.archive',
  'channel.create',
  'channel.remove_subscribers',
  'channel.unarchive',
  'channel.update',
  'channel_folder.create',
  'channel_folder.reorder',
  'channel_folder.update',
  'default_channel_group.create',
  'default_channel_group.delete',
  'default_channel_group.update',
  'domain.add',
  'domain.remove',
  'domain.update',
  'emoji.add',
  'emoji.deactivate',
  'group.create',
  'group.deactivate',
  'group.reactivate',
  'group.update',
  'group.update_members',
  'invitation.create',
  'invitation.resend',
  'invitation.revoke',
  'linkifier.add',
  'linkifier.remove',
  'linkifier.reorder',
  'linkifier.update',
  'message.delete',
  'organization.back_up',
  'organization.create',
  'organization.create_scim_token',
  'organization.deactivate',
  'organization.reactivate',
  'organization.rotate_secrets',
  'organization.delete_export',
  'organization.drop_jobs',
  'organization.export',
  'organization.import',
  'organization.request_import',
  'organization.retry_jobs',
  'organization.revoke_scim_token',
  'organization.undo_import',
  'organization.update',
  'organization.update_picture',
  'organization.update_user_defaults',
  'playground.add',
  'playground.remove',
  'profile_field.create',
  'profile_field.delete',
  'profile_field.reorder',
  'profile_field.update',
  'sign_in_provider.create',
  'sign_in_provider.delete',
  'sign_in_provider.update',
  'slash_command.create',
  'slash_command.delete',
  'slash_command.update',
  'topic.delete',
  'user.call_mcp_tool',
  'user.change_role',
  'user.create',
  'user.create_api_key',
  'user.deactivate',
  'user.delete',
  'user.grant',
  'user.reactivate',
  'user.regenerate_api_key',
  'user.require_password_change',
  'user.reset_password',
  'user.reset_two_factor',
  'user.revoke_api_key',
  'user.sign_in',
  'user.sign_out',
  'user.update',
] as const;
export type AuditAction = (typeof auditActions)[number];

const auditTargets = [
  'bot',
  'channel',
  'channel_folder',
  'default_channel_group',
  'domain',
  'emoji',
  'group',
  'invitation',
  'linkifier',
  'message',
  'organization',
  'playground',
  'profile_field',
  'sign_in_provider',
  'slash_command',
  'user',
] as const;
export type AuditTarget = (typeof auditTargets)[number];

/** The origin of an act: the web client, another API client, the command line, or the server itself. */
const auditSources = ['web', 'api', 'command', 'server'] as const;
export type AuditSource = (typeof auditSources)[number];

const Values = Nullable(Type.Object({}));

export const AuditEntry = Exact({
  id: Id,
  timestamp: UnixSeconds,
  action: OneOf(auditActions),
  source: OneOf(auditSources),
  actor: Nullable(Exact({ user_id: Id, full_name: Type.String() })),
  ip_address: Nullable(Type.String()),
  client: Nullable(Type.String()),
  operation: Nullable(Type.String()),
  target: Exact({
    type: OneOf(auditTargets),
    id: Nullable(Id),
    name: Nullable(Type.String()),
  }),
  before: Values,
  after: Values,
});
export type AuditEntry = Static<typeof AuditEntry>;

/** Compared with stored ones, which SQLite does with any number, and PostgreSQL with those of 64 bits only. */
const stored = { maximum: Number.MAX_SAFE_INTEGER };
const StoredId = Type.Integer({ minimum: 0, ...stored });
const StoredSeconds = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, ...stored });

const filters = {
  actor_id: Type.Optional(StoredId),
  action: Type.Optional(OneOf(auditActions)),
  target_type: Type.Optional(OneOf(auditTargets)),
  target_id: Type.Optional(StoredId),
  /** Unix seconds. */
  since: Type.Optional(StoredSeconds),
  until: Type.Optional(StoredSeconds),
};

/** GET /realm/audit_log: newest first. */
export const GetAuditLogParams = Type.Object({
  ...filters,
  /** Entries with a smaller ID. */
  before_id: Type.Optional(StoredId),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
});
export type GetAuditLogParams = Static<typeof GetAuditLogParams>;
export type AuditFilter = Omit<GetAuditLogParams, 'limit'>;

const auditFormats = ['csv', 'jsonl'] as const;
export type AuditFormat = (typeof auditFormats)[number];

/** GET /realm/audit_log/export: all entries that match, newest first, as a file. */
export const ExportAuditLogParams = Type.Object({ ...filters, format: OneOf(auditFormats) });
export const ExportAuditLogResponse = DownloadResponse(['text/csv', 'application/jsonl']);

export const GetAuditLogResponse = Exact({ entries: Type.Array(AuditEntry), has_more: Type.Boolean() });
export type GetAuditLogResponse = Static<typeof GetAuditLogResponse>;
