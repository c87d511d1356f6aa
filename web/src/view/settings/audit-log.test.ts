import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { AuditEntry } from '../../../../wire/audit-log.ts';
import { ownProperties } from '../../../../wire/audit-properties.ts';
import { channelPermissions } from '../../../../wire/channels.ts';
import { groupPermissions } from '../../../../wire/groups.ts';
import { userSettingFields } from '../../../../wire/settings.ts';
import { providerSettings } from '../../../../wire/sign-in-providers.ts';
import { UpdateOrganizationParams } from '../../../../wire/update-organization.ts';
import { response } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { loadSettingsTexts } from '../text/text.ts';
import { auditLabel } from './audit-labels.ts';
import { auditActor, auditChanges, toAuditFilter } from './audit-log.ts';

await loadSettingsTexts();

const live = createLive(response({}));

const entry: AuditEntry = {
  id: 1,
  timestamp: 1_700_000_000,
  action: 'organization.update',
  source: 'api',
  actor: { user_id: 7, full_name: 'Ada' },
  ip_address: null,
  client: 'curl',
  operation: 'update-realm',
  target: { type: 'organization', id: 1, name: 'Weavers' },
  before: { name: 'Weavers', description: '' },
  after: { name: 'Spinners', members: [7, 2] },
};

describe('The audit log in the settings', () => {
  before(loadSettingsTexts);

  it('An entry shows each property that it has before or after in words, and empty texts as such', () => {
    assert.deepEqual(auditChanges(live, entry), [
      { name: 'name', label: 'Name', before: 'Weavers', after: 'Spinners' },
      { name: 'description', label: 'Description', before: '(empty)', after: undefined },
      { name: 'members', label: 'Members', before: undefined, after: 'Ann Abel, Unknown person (2)' },
    ]);
    assert.deepEqual(auditChanges(live, { ...entry, before: null, after: null }), []);
  });

  it('Every property that the server can write has words, in each kind of entry', () => {
    const kinds = [
      {
        action: 'organization.update',
        type: 'organization',
        names: Object.keys(UpdateOrganizationParams.properties),
      },
      {
        action: 'organization.update_user_defaults',
        type: 'organization',
        names: Object.keys(userSettingFields),
      },
      { action: 'channel.update', type: 'channel', names: channelPermissions },
      { action: 'group.update', type: 'group', names: groupPermissions },
      { action: 'sign_in_provider.update', type: 'sign_in_provider', names: providerSettings },
      { action: 'user.update', type: 'user', names: ownProperties },
    ] as const;
    const unchangeable = ['authentication_methods', 'string_id'];
    for (const { action, type, names } of kinds) {
      const where = { ...entry, action, target: { type, id: 1, name: null } };
      const bare = names.filter((name) => auditLabel(name, where) === name);
      assert.deepEqual(
        bare.filter((name) => !unchangeable.includes(name)),
        [],
        action,
      );
    }
    assert.equal(auditLabel('of_a_newer_server', entry), 'of_a_newer_server');
  });

  it('Values are shown as in the settings, and IDs by names', () => {
    const values = (
      action: AuditEntry['action'],
      type: AuditEntry['target']['type'],
      after: Record<string, unknown>,
    ) =>
      Object.fromEntries(
        auditChanges(live, {
          ...entry,
          action,
          target: { type, id: 1, name: null },
          before: null,
          after,
        }).map((change) => [change.label, change.after]),
      );
    assert.deepEqual(
      values('organization.update', 'organization', {
        name_changes_disabled: true,
        allow_message_editing: true,
        message_content_edit_limit_seconds: 600,
        message_content_delete_limit_seconds: null,
        message_retention_days: -1,
        can_create_groups: { direct_members: [7], direct_subgroups: [] },
        session_hours: 24,
        org_type: 10,
      }),
      {
        'People can change their names': 'No',
        'Allow message editing': 'Yes',
        'Time limit for editing messages': '10 minutes',
        'Time limit for deleting messages': 'No limit',
        'Message retention': 'No limit',
        'Who can create groups': 'Ann Abel',
        'Sign out after': '1 day',
        'Organization type': 'Business',
      },
    );
    assert.deepEqual(values('user.sign_in', 'user', { role: 100, by: 'session' }), {
      Role: 'Owner',
      Method: 'Session in a browser',
    });
    assert.deepEqual(values('organization.undo_import', 'organization', { members: 0 }), { Members: '0' });
    assert.deepEqual(values('user.change_role', 'user', { role: 7 }), { Role: '7' });
    assert.deepEqual(
      values('sign_in_provider.create', 'sign_in_provider', {
        kind: 'oidc',
        start_tls: 'on',
        roles: { a: 'owner' },
      }),
      {
        Type: 'OpenID Connect',
        'Encrypt ldap:// with StartTLS': 'Yes',
        Roles: 'a = owner',
      },
    );
    assert.deepEqual(
      values('channel.update', 'channel', {
        topics_policy: 'inherit',
        message_retention_days: 30,
        folder_id: null,
      }),
      {
        'Messages without a topic': 'Organization default',
        'Message retention': '30 days',
        Folder: 'No folder',
      },
    );
    assert.deepEqual(values('user.create_api_key', 'user', { scopes: ['read', 'send'], channel_id: null }), {
      Access: 'Read, Send',
      Channel: 'All channels and direct messages',
    });
    assert.deepEqual(
      values('organization.drop_jobs', 'organization', {
        kinds: ['email', 'sendMissedEmail', 'runBot', 'of_a_newer_server'],
        tool: 'send_message',
        product: 'csv',
        bytes: 2_440_000,
        field_data: '{"0":{"text":"Wool","order":"1"},"1":{"text":"Linen","order":"2"}}',
      }),
      {
        'Kinds of jobs': 'Emails, Bots and webhooks, of_a_newer_server',
        Tool: 'Send a message',
        Product: 'CSV or JSON Lines',
        Size: '2.4 MB',
        Details: 'Wool, Linen',
      },
    );
    assert.deepEqual(
      values('profile_field.update', 'profile_field', {
        field_data: '{"subtype":"custom","url_pattern":"https://a.test/%(username)s"}',
        bytes: 12,
      }),
      { Details: 'https://a.test/%(username)s', Size: '12 bytes' },
    );
  });

  it('An entry names the person and a program, the command, or the server', () => {
    assert.equal(auditActor(entry), 'Ada with curl');
    assert.equal(auditActor({ ...entry, source: 'web', client: 'website' }), 'Ada');
    assert.equal(
      auditActor({ ...entry, source: 'command', actor: null, client: 'heddle keys-revoke' }),
      'Command heddle keys-revoke',
    );
    assert.equal(auditActor({ ...entry, source: 'server', actor: null, client: null }), 'The server');
  });

  it('The last day of a period is included, and an invalid day sets no limit', () => {
    const { since = 0, until = 0 } = toAuditFilter({
      from: '2026-03-08',
      to: '2026-03-08',
      actorId: 7,
      target: 'user',
    });
    assert.ok(until - since >= 23 * 3600 && until - since <= 25 * 3600);
    assert.equal(since, new Date(2026, 2, 8).getTime() / 1000);
    assert.deepEqual(toAuditFilter({ from: '', to: 'soon' }), {});
  });
});
