import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { AuditEntry } from '../../../../wire/audit-log.ts';
import { loadSettingsTexts } from '../text/text.ts';
import { auditActor, auditChanges, toAuditFilter } from './audit-log.ts';

await loadSettingsTexts();

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
  after: { name: 'Spinners', members: [1, 2] },
};

describe('The audit log in the settings', () => {
  before(loadSettingsTexts);

  it('An entry shows each property that it has before or after, and empty texts as such', () => {
    assert.deepEqual(auditChanges(entry), [
      { name: 'name', before: 'Weavers', after: 'Spinners' },
      { name: 'description', before: '""', after: undefined },
      { name: 'members', before: undefined, after: '[1,2]' },
    ]);
    assert.deepEqual(auditChanges({ ...entry, before: null, after: null }), []);
    assert.deepEqual(auditChanges({ ...entry, before: { role: 400 }, after: { role: 7 } }), [
      { name: 'role', before: 'Member', after: '7' },
    ]);
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
