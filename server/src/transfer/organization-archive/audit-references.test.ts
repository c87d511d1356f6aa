import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditTarget, auditValues } from './audit-references.ts';
import { IdMap, type ImportContext } from './import-context.ts';

const ids = new IdMap({
  organization: { from: 2, to: 5 },
  source: { person: 50, channel: 50, message: 500, user_group: 50, profile_field: 50 },
  target: { person: 100, channel: 200, message: 65_536, user_group: 400, profile_field: 600 },
});
const context: ImportContext = {
  ids,
  place: { name: '', subdomain: '', uuid: '', position: 0 },
  urls: { from: 'https://old.example', to: 'https://new.example' },
  mediaUrl: () => undefined,
  personFields: new Set(),
  credentials: () => ({ passwordHash: null, apiKeyHash: '', apiKeyBox: '' }),
  newToken: () => '',
};

const ofTarget = (type: string) => (column: string) => (column === 'target_type' ? type : null);
const moved = (values: object, type = 'organization'): unknown =>
  JSON.parse(String(auditValues.map?.(JSON.stringify(values), context, ofTarget(type))));

test('IDs in entries of the audit log follow the permissions and properties that have them', () => {
  const cases: readonly (readonly [object, object])[] = [
    [{ can_create_groups: 3 }, { can_create_groups: 403 }],
    [{ heddle_can_pin_messages_group: 3 }, { heddle_can_pin_messages_group: 403 }],
    [
      { can_manage_group: { direct_members: [3], direct_subgroups: [4] } },
      { can_manage_group: { direct_members: [103], direct_subgroups: [404] } },
    ],
    [{ user_ids: [3, 4] }, { user_ids: [103, 104] }],
    [
      { bot_id: 3, group_id: 3 },
      { bot_id: 103, group_id: 403 },
    ],
    [{ profile_field_ids: [3] }, { profile_field_ids: [603] }],
    [{ signup_announcements_stream_id: -1 }, { signup_announcements_stream_id: -1 }],
    [
      { waiting_period_threshold: 3, name: 'Weavers' },
      { waiting_period_threshold: 3, name: 'Weavers' },
    ],
  ];
  for (const [before, after] of cases) assert.deepEqual(moved(before), after);
  assert.deepEqual(moved({ order: [3, 4] }, 'profile_field'), { order: [603, 604] });
});

test('IDs of what no archive contains are dropped from entries of the audit log', () => {
  assert.deepEqual(moved({ key_id: 3, tool: 'search' }), { key_id: null, tool: 'search' });
  assert.deepEqual(moved({ novelty_id: 3, novelty_ids: [3] }), { novelty_id: null, novelty_ids: [] });
  assert.deepEqual(moved({ team_id: 'ABC' }), { team_id: 'ABC' });
  const targets = ['invitation', 'channel'].map((type) => auditTarget.map?.(3, context, ofTarget(type)));
  assert.deepEqual(targets, [null, 203]);
});
