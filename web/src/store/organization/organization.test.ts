import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { after, start } from '../examples.ts';

const realm = { type: 'realm' } as const;

describe('The organization', () => {
  it('The organization has its settings, but no users and no legacy names', () => {
    const { organization } = start({ realm_uri: 'http://x', realm_url: 'http://x', max_topic_length: 60 });
    assert.deepEqual(organization, {
      realm_name: 'Acme',
      realm_url: 'http://x',
      realm_waiting_period_threshold: 0,
      realm_can_create_groups: 3,
      max_topic_length: 60,
    });
  });

  it('An organization update changes one setting', () => {
    const state = after(start(), { ...realm, op: 'update', property: 'name', value: 'Acme & Co' });
    assert.equal(state.organization.realm_name, 'Acme & Co');
  });

  it('An organization update changes several settings, permissions and limits', () => {
    const state = after(start(), {
      ...realm,
      op: 'update_dict',
      property: 'default',
      data: {
        can_create_groups: { direct_members: [9, 7], direct_subgroups: [] },
        description: 'x',
        rendered_description: '<p>x</p>',
        topics_policy: 'disable_empty_topic',
        mandatory_topics: true,
        max_file_upload_size_mib: 10,
      },
    });
    assert.deepEqual(state.organization, {
      realm_name: 'Acme',
      realm_waiting_period_threshold: 0,
      realm_can_create_groups: { direct_members: [7, 9], direct_subgroups: [] },
      realm_description: 'x',
      realm_topics_policy: 'disable_empty_topic',
      max_file_upload_size_mib: 10,
    });
  });

  it('The organization is marked as deactivated', () => {
    assert.equal(start().deactivated, false);
    assert.equal(after(start(), { ...realm, op: 'deactivated', realm_id: 1 }).deactivated, true);
  });

  it('The organization’s server version follows a restart event', () => {
    const state = after(start(), {
      type: 'restart',
      zulip_version: '12.2',
      zulip_merge_base: '12.2',
      zulip_feature_level: 500,
      server_generation: 17,
    });
    assert.partialDeepStrictEqual(state.server, { version: '12.2', featureLevel: 500, mergeBase: '12.2' });
    assert.equal(state.organization.server_generation, 17);
  });
});
