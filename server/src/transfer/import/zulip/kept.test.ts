import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { onBothEngines, type Engine } from '../../../../../tests/support/engines.ts';
import { runArchiveImport } from '../../../../../tests/support/fixtures/imports.ts';
import { exportStart } from '../../../../../tests/support/fixtures/other-exports.ts';
import { zip } from '../../../../../tests/support/fixtures/zip.ts';
import { makeWorld } from '../../../../../tests/support/world.ts';
import { neverExported } from './table-fates.ts';

const at = exportStart / 1000;
/** More than is read at once, after the tables that are read. */
const long = Array.from({ length: 2000 }, (_, id) => ({
  id,
  query: 'a query that nobody imports, of some length',
}));

function weavers(): Buffer {
  const person = (id: number, name: string, rest = {}) => ({
    id,
    full_name: name,
    delivery_email: `${name.toLowerCase().replace(' ', '-')}@example.com`,
    is_active: true,
    role: 400,
    email_address_visibility: 1,
    ...rest,
  });
  const realm = {
    zerver_realm: [{ id: 1, uuid: 'kept' }],
    zerver_userprofile: [
      person(21, 'Hook', { is_bot: true, bot_type: 2, bot_owner: 20 }),
      person(1, 'Ada'),
      person(20, 'Hanna', { color_scheme: 2 }),
    ],
    zerver_userprofile_crossrealm: [{ id: 9, email: 'notification-bot@zulip.com', recipient_id: 39 }],
    zerver_stream: [
      {
        id: 1,
        name: 'looms',
        description: '',
        invite_only: false,
        history_public_to_subscribers: true,
        message_retention_days: 90,
      },
    ],
    zerver_recipient: [{ id: 31, type: 2, type_id: 1 }],
    zerver_defaultstream: [{ id: 1, stream: 1 }],
    zerver_subscription: [1, 20].map((id) => ({ recipient: 31, user_profile: id, active: true })),
    zerver_customprofilefield: [
      {
        id: 1,
        name: 'Craft',
        hint: 'What you do',
        order: 1,
        field_type: 3,
        field_data: '{"w":{"text":"Weaver","order":"1"}}',
      },
      { id: 2, name: 'Mentor', hint: '', order: 2, field_type: 6, field_data: '' },
    ],
    zerver_customprofilefieldvalue: [
      { user_profile: 20, field: 1, value: 'w' },
      { user_profile: 20, field: 2, value: '[1]' },
      { user_profile: 20, field: 7, value: 'of no field' },
      { user_profile: 20, field: 1, value: 'a choice that is none' },
      { user_profile: 20, field: 2, value: '[no list' },
    ],
    zerver_realmfilter: [{ id: 1, pattern: 'LOOM-(?P<n>[0-9]+)', url_template: 'https://looms.example/{n}' }],
    zerver_useractivity: long,
    zerver_multiuseinvite: [{ id: 1, content: 'an "invite": [1, 2], {' }, { id: 2 }],
    zerver_whatever: [1, { a: [1, 2] }, 'x'],
    zerver_realmexport: [],
  };
  const messages = {
    zerver_message: [
      { id: 1, sender: 9, content: 'A notice' },
      { id: 2, sender: 20, content: 'Look, @**Ada** and @**Hanna**' },
      {
        id: 3,
        sender: 20,
        content: 'moved',
        subject: '\u200fplans',
        last_edit_time: at + 9,
        edit_history: JSON.stringify([{ timestamp: at + 9, prev_topic: 'old' }]),
      },
      { id: 4, sender: 20, content: '/poll Which?\nwarp\nweft' },
    ].map((row) => ({ recipient: 31, subject: 'plans', date_sent: at + row.id, ...row })),
    zerver_usermessage: [
      { message: 1, user_profile: 1, flags_mask: 1 },
      { message: 2, user_profile: 1, flags_mask: 8 },
      { message: 3, user_profile: 1, flags_mask: 1 },
      { message: 4, user_profile: 1, flags_mask: 0 },
    ],
  };
  return zip([
    { name: 'e/realm.json', data: JSON.stringify(realm) },
    { name: 'e/messages-000001.json', data: JSON.stringify(messages) },
    { name: 'e/surprise.bin', data: 'x' },
  ]);
}

interface Message {
  content: string;
  sender_full_name: string;
  flags: string[];
  last_edit_timestamp?: number;
  last_moved_timestamp?: number;
  subject: string;
  submessages: unknown[];
}

interface Person {
  full_name: string;
  user_id: number;
  bot_type: number | null;
  bot_owner_id: number | null;
  profile_data?: Record<string, { value: string }>;
}

async function imported(t: TestContext, engine: Engine) {
  const world = await makeWorld(t, engine);
  const report = await runArchiveImport(world, weavers(), { product: 'zulip' });
  const { json } = await world.as('ada').get('/users?include_custom_profile_fields=true');
  const people = new Map((json.members as Person[]).map((one) => [one.full_name, one]));
  return { world, report, people };
}

onBothEngines('What an export of Zulip has', (engine) => {
  void test('Messages keep who has read them, mentions as written, moves and polls, and the notices are of the bot here', async (t) => {
    const { world, people } = await imported(t, engine);
    const query = 'anchor=newest&num_before=9&num_after=0&apply_markdown=false';
    const { json } = await world.as('ada').get(`/messages?${query}`);
    const [notice, mention, moved, poll] = json.messages as Message[];
    assert.equal(notice?.sender_full_name, 'Notification Bot');
    assert.equal(people.has('notification-bot@zulip.com'), false);
    assert.equal(
      mention?.content,
      `Look, @**Ada Achterberg|${people.get('Ada Achterberg')?.user_id}** and @**Hanna**`,
    );
    assert.deepEqual(
      [notice.flags, mention.flags, moved?.flags, poll?.flags],
      [['read'], ['mentioned'], ['read'], []],
    );
    assert.deepEqual([moved?.last_edit_timestamp, moved?.last_moved_timestamp], [undefined, at + 9]);
    assert.equal(moved?.subject, '\u200fplans');
    assert.equal(poll?.submessages.length, 1);
  });

  void test('Bots keep their owners, and profile fields their kinds; a value that cannot be one is reported', async (t) => {
    const { world, report, people } = await imported(t, engine);
    const [hook, hanna] = [people.get('Hook'), people.get('Hanna')];
    assert.deepEqual([hook?.bot_type, hook?.bot_owner_id], [2, hanna?.user_id]);
    const { json } = await world.as('ada').get('/realm/profile_fields');
    const fields = json.custom_fields as { id: number; name: string; type: number; hint: string }[];
    const craft = fields.find(({ name }) => name === 'Craft');
    const mentor = fields.find(({ name }) => name === 'Mentor');
    assert.deepEqual([craft?.type, craft?.hint, mentor?.type], [3, 'What you do', 6]);
    assert.equal(hanna?.profile_data?.[craft?.id ?? 0]?.value, 'w');
    assert.equal(
      hanna.profile_data[mentor?.id ?? 0]?.value,
      JSON.stringify([people.get('Ada Achterberg')?.user_id]),
    );
    const reasons = report.problems
      .map(({ reason }) => reason)
      .filter((reason) => !reason.includes('older than 90 days'));
    assert.equal(reasons.length, 3, reasons.join('\n'));
    for (const reason of reasons) assert.match(reason, /^A value is left out: /);
    assert.ok(reasons.includes('A value is left out: Its field did not come.'));
  });

  void test('Each table that does not come is counted, an unknown one too, in the dry run as well', async (t) => {
    const world = await makeWorld(t, engine);
    const dry = await runArchiveImport(world, weavers(), { product: 'zulip', dryRun: true, notices: false });
    const counts = Object.fromEntries(dry.left_out.map(({ what, count }) => [what, count]));
    assert.deepEqual(counts, {
      zerver_useractivity: 2000,
      zerver_multiuseinvite: 2,
      zerver_whatever: 3,
      'files e/*.bin': 1,
      'votes of polls, tasks of to-do lists': 1,
      // Nobody knows how much there is of what no export has.
      ...Object.fromEntries(Object.keys(neverExported).map((what) => [what, 1])),
    });
    assert.equal(dry.notices_left_out, 1);
    // A channel that keeps messages for 90 days, and values that are none here.
    const reasons = dry.problems.map(({ reason }) => reason);
    assert.equal(reasons.filter((reason) => reason.startsWith('A value is left out: ')).length, 3);
    assert.ok(reasons.some((reason) => reason.startsWith('3 of its messages are older than 90 days')));
    const report = await runArchiveImport(world, weavers(), { product: 'zulip', notices: false });
    assert.deepEqual(report.left_out, dry.left_out);
    assert.deepEqual(report.problems.map(({ reason }) => reason).sort(), reasons.sort());
  });

  void test('A channel keeps for how long its messages stay, and that new people are in it', async (t) => {
    const { world } = await imported(t, engine);
    const { json } = await world.as('ada').get('/streams?include_default=true');
    const streams = json.streams as { name: string; message_retention_days: number; is_default: boolean }[];
    const looms = streams.find(({ name }) => name === 'looms');
    assert.deepEqual([looms?.message_retention_days, looms?.is_default], [90, true]);
  });
});
