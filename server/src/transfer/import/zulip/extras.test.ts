import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../../tests/support/engines.ts';
import { runArchiveImport } from '../../../../../tests/support/fixtures/imports.ts';
import { exportStart } from '../../../../../tests/support/fixtures/other-exports.ts';
import { zip } from '../../../../../tests/support/fixtures/zip.ts';
import { makeWorld } from '../../../../../tests/support/world.ts';
import { picture } from '../../../../../tests/support/fixtures/pictures.ts';
import { runImport } from '../run.ts';
import { undoImport } from '../undo/index.ts';

const at = exportStart / 1000;
/** What people chose, in the columns of Zulip 12. */
const chosen = {
  web_home_view: 'recent_topics',
  web_left_sidebar_unreads_count_summary: false,
  resolved_topic_notice_auto_read_policy: 3,
  web_channel_default_view: 9,
};

async function weavers(): Promise<Buffer> {
  const person = (id: number, name: string) => ({
    id,
    full_name: name,
    delivery_email: `${name.toLowerCase()}@weavers.example`,
    is_active: true,
    role: 400,
  });
  const channel = (id: number, name: string, folder: number | null) => ({
    id,
    name,
    description: '',
    invite_only: false,
    history_public_to_subscribers: true,
    folder,
  });
  const realm = {
    zerver_realm: [{ id: 7, uuid: 'extras', icon_source: 'U', logo_source: 'D', night_logo_source: 'U' }],
    zerver_userprofile: [{ ...person(1, 'Hanna'), ...chosen }, person(2, 'Iris')],
    zerver_externalauthid: [{ id: 1, user: 1, external_auth_method_name: 'saml', external_auth_id: 'h' }],
    zerver_channelfolder: [
      { id: 12, name: 'Old', description: '', order: 2, is_archived: true, creator: 1 },
      { id: 11, name: 'Looms', description: 'All of *them*', order: 1, is_archived: false, creator: 1 },
    ],
    zerver_stream: [channel(1, 'warp', 11), channel(2, 'weft', 12), channel(3, 'reed', null)],
    zerver_recipient: [
      { id: 31, type: 2, type_id: 1 },
      { id: 32, type: 1, type_id: 2 },
    ],
    zerver_subscription: [{ recipient: 31, user_profile: 1, active: true }],
    zerver_navigationview: [
      { id: 1, user: 1, fragment: 'inbox', is_pinned: true, name: null },
      { id: 2, user: 1, fragment: 'narrow/channel/1-warp', is_pinned: false, name: 'Warp' },
      { id: 3, user: 1, fragment: 'narrow/dm/2,1-dm', is_pinned: false, name: 'Iris' },
    ],
    zerver_draft: [
      { id: 1, user_profile: 1, recipient: 31, topic: 'dye', content: 'indigo?', last_edit_time: at },
      { id: 2, user_profile: 1, recipient: 32, topic: '', content: 'to Iris', last_edit_time: at },
      { id: 3, user_profile: 1, recipient: null, topic: '', content: 'to nobody yet', last_edit_time: at },
    ],
    zerver_userpresence: [{ id: 1, user_profile: 1, last_connected_time: at, last_active_time: at - 60 }],
  };
  return zip([
    { name: 'e/realm.json', data: JSON.stringify(realm) },
    { name: 'e/messages-000001.json', data: '{"zerver_message":[]}' },
    { name: 'e/realm_icons/7/icon.original', data: Buffer.from(await picture(8, 8)) },
  ]);
}

onBothEngines('What an export of Zulip has besides', (engine) => {
  test('Folders, views, drafts, presence and the icon come, once, and an undo takes folders back', async (t) => {
    const world = await makeWorld(t, engine);
    const report = await runArchiveImport(world, await weavers(), { product: 'zulip' });
    const { q } = world.app.db.read;
    const folders = (await world.as('ada').get('/channel_folders?include_archived=true')).json
      .channel_folders as { id: number; name: string; is_archived: boolean }[];
    assert.deepEqual(
      folders.map(({ name, is_archived: isArchived }) => [name, isArchived]),
      [
        ['Looms', false],
        ['Old', true],
      ],
    );
    const cache = await world.app.organizations.cache(world.orgId);
    const places = ['warp', 'weft', 'reed'].map(
      (name) => cache.channels.find('name', name)?.folderId ?? null,
    );
    assert.deepEqual(places, [folders[0]?.id, folders[1]?.id, null]);
    const hanna = [...cache.users.values()].find(({ fullName }) => fullName === 'Hanna');
    const iris = [...cache.users.values()].find(({ fullName }) => fullName === 'Iris');
    assert.ok(hanna && iris);
    const { web_home_view, web_channel_default_view, ...settings } = hanna.settings;
    assert.deepEqual([web_home_view, web_channel_default_view], ['recent', undefined]);
    assert.equal(settings.web_left_sidebar_unreads_count_summary, false);
    assert.equal(settings.resolved_topic_notice_auto_read_policy, 'never');
    const warp = cache.channels.find('name', 'warp')?.id;
    const views = await q
      .selectFrom('navigation_view')
      .select(['fragment', 'is_pinned', 'name'])
      .where('user_id', '=', hanna.id)
      .orderBy('fragment')
      .execute();
    assert.deepEqual(
      views.map(({ fragment, is_pinned: isPinned, name }) => [fragment, isPinned, name]),
      [
        ['inbox', 1, null],
        [`narrow/channel/${warp ?? ''}`, 0, 'Warp'],
      ],
    );
    const drafts = await q
      .selectFrom('draft')
      .select(['type', 'recipients', 'topic', 'content', 'changed_at'])
      .where('user_id', '=', hanna.id)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      drafts.map(({ type, recipients, topic, content }) => [type, JSON.parse(recipients), topic, content]),
      [
        ['stream', [warp], 'dye', 'indigo?'],
        ['private', [iris.id, hanna.id], '', 'to Iris'],
        ['', [], '', 'to nobody yet'],
      ],
    );
    const seen = await q
      .selectFrom('presence')
      .select(['active_at', 'connected_at'])
      .where('user_id', '=', hanna.id)
      .executeTakeFirst();
    assert.deepEqual([seen?.active_at, seen?.connected_at], [exportStart - 60_000, exportStart]);
    const left_out = report.left_out.map(({ what }) => what).filter((what) => !what.startsWith('files '));
    assert.deepEqual(left_out, [
      'pictures of the organization',
      'navigation views',
      'zerver_externalauthid',
      'zerver_submessage',
      'zerver_preregistrationuser',
      'zerver_defaultstreamgroup',
      'zerver_userprofile: web_channel_default_view',
    ]);
    assert.ok(!report.narrower.some(({ place }) => place.includes('folder')));
    assert.deepEqual(
      report.problems.map(({ place }) => place),
      ['realm_icons night_logo'],
    );
    const again = await runArchiveImport(world, await weavers(), { product: 'zulip' });
    for (const { added } of Object.values(again.counts)) assert.equal(added, 0);
    for (let n = 0; n < 2; n++) await undoImport(world.app, cache, undefined);
    const left = (await world.as('ada').get('/channel_folders?include_archived=true')).json;
    assert.deepEqual(left.channel_folders, []);
  });

  test('A new organization gets the icon', async (t) => {
    const world = await makeWorld(t, engine);
    await runArchiveImport(world, await weavers(), { product: 'zulip', dryRun: true });
    const cache = await world.app.organizations.cache(world.orgId);
    await runImport(
      world.app,
      cache,
      { product: 'zulip', path: `${world.app.config.data}/export-${world.orgId}.zip`, roles: true },
      { signal: new AbortController().signal, isLive: true, isNew: true },
    );
    assert.ok(cache.organization.pictures.icon !== undefined);
  });
});
