/** Exports of every product with what nobody has declared: each of it is in the report. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { runArchiveImport as run } from '../../../../tests/support/fixtures/imports.ts';
import { bson } from '../../../../tests/support/fixtures/more-exports.ts';
import { exportStart } from '../../../../tests/support/fixtures/other-exports.ts';
import { zip, type ZipFileEntry } from '../../../../tests/support/fixtures/zip.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import type { Product } from './options.ts';
import type { ImportReport } from './report.ts';
import { neverExported } from './zulip/table-fates.ts';

interface Odd {
  /** A field of a message. */
  field: string;
  /** The kind of a record, and the name of a file. */
  kind: string;
  text: string;
  /** The zone of the message's time, where times are texts. */
  zone: string;
}

const json = (name: string, value: unknown): ZipFileEntry => ({ name, data: JSON.stringify(value) });
const time = new Date(exportStart).toISOString().replace(/\.000Z$/, '');

const makers: Readonly<Record<Product, (odd: Odd) => ZipFileEntry[]>> = {
  slack: ({ field, kind, text }) => [
    json('users.json', [{ id: 'U1', team_id: 'T1', real_name: 'Pia' }]),
    json('channels.json', [{ id: 'C1', name: 'looms', members: ['U1'] }]),
    json('looms/2023-01-02.json', [
      { type: 'message', user: 'U1', ts: `${exportStart / 1000}.000100`, text, [field]: 'x' },
      { type: 'message', user: 'U1', ts: `${exportStart / 1000}.000200`, text: 'odd', subtype: kind },
    ]),
    json(`${kind}.json`, []),
  ],
  mattermost: ({ field, kind, text }) => [
    {
      name: 'import.jsonl',
      data: [
        { type: 'version', version: 1 },
        { type: 'team', team: { name: 't' } },
        { type: 'user', user: { username: 'pia', email: 'pia@example.com', teams: [] } },
        { type: 'channel', channel: { team: 't', name: 'looms', display_name: 'Looms', type: 'O' } },
        { type: kind, [kind]: {} },
        {
          type: 'post',
          post: {
            team: 't',
            channel: 'looms',
            user: 'pia',
            create_at: exportStart,
            message: text,
            [field]: 'x',
          },
        },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    },
    json(`data/${kind}.json`, []),
  ],
  zulip: ({ field, kind, text }) => [
    json('e/realm.json', {
      zerver_realm: [{ id: 1, uuid: 'odd' }],
      zerver_userprofile: [{ id: 1, full_name: 'Pia', delivery_email: 'pia@example.com', role: 400 }],
      zerver_stream: [{ id: 1, name: 'looms', invite_only: false, history_public_to_subscribers: true }],
      zerver_recipient: [{ id: 1, type: 2, type_id: 1 }],
      zerver_subscription: [{ recipient: 1, user_profile: 1, active: true }],
      [kind]: [{}],
    }),
    json('e/messages-000001.json', {
      zerver_message: [
        {
          id: 1,
          sender: 1,
          recipient: 1,
          subject: 'a',
          content: text,
          date_sent: exportStart / 1000,
          [field]: 'x',
        },
      ],
    }),
    json(`e/${kind}.json`, []),
  ],
  rocketchat: ({ field, kind, text }) => [
    bson('users', [{ _id: 'u1', username: 'pia', type: 'user', active: true }]),
    bson('rocketchat_room', [{ _id: 'r1', t: 'c', name: 'looms' }]),
    bson('rocketchat_message', [
      { _id: 'm1', rid: 'r1', u: { _id: 'u1' }, ts: new Date(exportStart), msg: text, [field]: 'x' },
      { _id: 'm2', rid: 'r1', u: { _id: 'u1' }, ts: new Date(exportStart), msg: 'odd', t: kind },
    ]),
    bson(kind, []),
  ],
  discord: ({ field, kind, text, zone }) => [
    json('looms.json', {
      guild: { id: '5' },
      channel: { id: '1', type: 'GuildTextChat', name: 'looms' },
      messages: [
        {
          id: '1',
          type: 'Default',
          timestamp: `${time}${zone}`,
          content: text,
          author: { id: '9', name: 'pia' },
          [field]: 'x',
        },
        { id: '2', type: kind, timestamp: `${time}Z`, content: 'odd', author: { id: '9', name: 'pia' } },
      ],
    }),
    json(`${kind}.json`, []),
  ],
  matrix: ({ field, kind, text }) => [
    json('export.json', {
      room_name: 'looms',
      messages: [
        {
          type: 'm.room.message',
          event_id: '$1',
          sender: '@pia:x',
          origin_server_ts: exportStart,
          room_id: '!r:x',
          content: { msgtype: 'm.text', body: text, [field]: 'x' },
        },
        { type: kind, event_id: '$2', sender: '@pia:x', origin_server_ts: exportStart, content: {} },
      ],
    }),
    json(`${kind}.json`, []),
  ],
  teams: ({ field, kind, text, zone }) => {
    const post = (id: string, rest: object) => ({
      Id: id,
      CreatedDateTime: `${time}${zone}`,
      From: { User: { Id: 'u1', DisplayName: 'Pia' } },
      ChannelIdentity: { TeamId: 't', ChannelId: '19:c' },
      Body: { ContentType: 'text', Content: text },
      ...rest,
    });
    return [
      json('users/usersList.json', [{ Id: 'u1', DisplayName: 'Pia' }]),
      json('teams/t/channels_t.json', [{ Id: '19:c', DisplayName: 'looms' }]),
      json('teams/t/messages_t.json', [post('1', { [field]: 'x' }), post('2', { MessageType: kind })]),
      json(`${kind}.json`, []),
    ];
  },
  csv: ({ field, kind, text, zone }) => [
    {
      name: 'messages.csv',
      data: `id,channel,sender,time,text,${field}\n1,looms,pia,${time}${zone},"${text}",x\n`,
    },
    { name: `${kind}.csv`, data: 'a,b\n' },
  ],
};

const noZone = 'Mars/Phobos';
/** Exports of the products that have people's time zones. */
const inNoZone = {
  slack: [
    json('users.json', [{ id: 'U1', team_id: 'T1', real_name: 'Pia', tz: noZone }]),
    json('channels.json', []),
  ],
  zulip: [
    json('e/realm.json', {
      zerver_realm: [{ id: 1, uuid: 'odd' }],
      zerver_userprofile: [{ id: 1, full_name: 'Pia', role: 400, timezone: noZone }],
    }),
  ],
  csv: [{ name: 'people.csv', data: `id,name,timezone\np1,Pia,${noZone}\n` }],
} satisfies Partial<Record<Product, ZipFileEntry[]>>;

/** Exports with a member and a reaction of a person whom no list has. */
const ofNobody: Partial<Record<Product, { entries: ZipFileEntry[]; lines: string[] }>> = {
  slack: {
    entries: [
      json('users.json', [{ id: 'U1', team_id: 'T1', real_name: 'Pia' }]),
      json('channels.json', [{ id: 'C1', name: 'looms', members: ['U1', 'U9'] }]),
      json('looms/2023-01-02.json', [
        {
          type: 'message',
          user: 'U1',
          ts: `${exportStart / 1000}.000100`,
          text: 'warp',
          reactions: [{ name: 'tada', users: ['U9'], count: 1 }],
        },
      ]),
    ],
    lines: ['members of channels', 'reactions'],
  },
  zulip: {
    entries: [
      json('e/realm.json', {
        zerver_realm: [{ id: 1, uuid: 'odd' }],
        zerver_userprofile: [{ id: 1, full_name: 'Pia', role: 400 }],
        zerver_stream: [{ id: 1, name: 'looms', invite_only: false, history_public_to_subscribers: true }],
        zerver_recipient: [{ id: 1, type: 2, type_id: 1 }],
        zerver_subscription: [1, 9].map((person) => ({ recipient: 1, user_profile: person, active: true })),
        zerver_muteduser: [{ user_profile: 1, muted_user: 9, date_muted: 1 }],
        zerver_reaction: [
          {
            user_profile: 9,
            message: 1,
            emoji_name: 'tada',
            emoji_code: '1f389',
            reaction_type: 'unicode_emoji',
          },
        ],
      }),
      json('e/messages-000001.json', {
        zerver_message: [
          { id: 1, sender: 1, recipient: 1, subject: 'a', content: 'warp', date_sent: exportStart / 1000 },
        ],
        zerver_usermessage: [{ message: 1, user_profile: 9, flags_mask: 3 }],
      }),
    ],
    lines: ['members of channels', 'muted people', 'reactions', 'stars'],
  },
  csv: {
    entries: [
      { name: 'people.csv', data: 'id,name\np1,Pia\n' },
      { name: 'channels.csv', data: 'id,name,private,members\nc1,looms,yes,p1 p9\n' },
      {
        name: 'messages.jsonl',
        data: JSON.stringify({
          id: 'm1',
          channel: 'c1',
          sender: 'p1',
          time: new Date(exportStart).toISOString(),
          text: 'warp',
          reactions: [{ emoji: 'tada', users: ['p9'] }],
        }),
      },
    ],
    lines: ['members of channels', 'reactions'],
  },
};

const products = Object.keys(makers) as Product[];
const archive = (entries: readonly ZipFileEntry[]): Buffer => zip(entries);
const plain = (): Odd => ({
  field: `field${randomBytes(4).toString('hex')}`,
  kind: `kind${randomBytes(4).toString('hex')}`,
  text: 'warp and weft',
  zone: 'Z',
});

async function texts(world: World): Promise<string[]> {
  const rows = await world.app.db.read.q
    .selectFrom('message')
    .select('content')
    .where('org_id', '=', world.orgId)
    .where('client', 'like', '% import')
    .orderBy('id')
    .execute();
  return rows.map(({ content }) => content);
}

function assertCounted({ left_out: lines }: ImportReport, part: string, product: string): void {
  const line = lines.find(({ what }) => what.includes(part));
  assert.ok(line, `${product}: ${part} in\n${lines.map(({ what }) => what).join('\n')}`);
  assert.ok(line.count > 0 && line.places.length > 0, JSON.stringify(line));
}

onBothEngines('What no reader knows', (engine) => {
  test('A field, a kind of record and a file that nobody declared are counted with their places, in the dry run as well, and nothing else', async (t) => {
    for (const product of products) {
      const odd = plain();
      const world = await makeWorld(t, engine);
      const bytes = archive(makers[product](odd));
      for (const dryRun of [true, false]) {
        const report = await run(world, bytes, { product, dryRun });
        assertCounted(report, odd.field, product);
        const kinds = report.left_out.filter((line) => JSON.stringify(line).includes(odd.kind));
        const others = report.left_out.filter(
          (line) => !kinds.includes(line) && !JSON.stringify(line).includes(odd.field),
        );
        assert.deepEqual(
          others.map(({ what }) => what),
          product === 'zulip' ? Object.keys(neverExported) : [],
          product,
        );
        assert.equal(
          kinds.length,
          product === 'csv' ? 1 : 2,
          `${product}: ${JSON.stringify(report.left_out)}`,
        );
      }
      assert.ok((await texts(world)).includes('warp and weft'), product);
    }
  });

  test('A time zone of a person that is none is counted with its place', async (t) => {
    for (const [product, entries] of Object.entries(inNoZone)) {
      const world = await makeWorld(t, engine);
      for (const dryRun of [true, false]) {
        const report = await run(world, archive(entries), { product: product as Product, dryRun });
        assertCounted(report, 'person: timezone', product);
      }
    }
  });

  test('What names people whom no list has is counted by what it is', async (t) => {
    for (const [product, { entries, lines }] of Object.entries(ofNobody)) {
      const world = await makeWorld(t, engine);
      for (const dryRun of [true, false]) {
        const { left_out: out, counts } = await run(world, archive(entries), {
          product: product as Product,
          dryRun,
        });
        const named = out.filter(({ reason }) => reason.includes('in no list'));
        assert.deepEqual(named.map(({ what, count, places }) => [what, count, places.length]).toSorted(), [
          ...lines.map((what) => [what, 1, 1]),
        ]);
        assert.deepEqual([counts.reactions.found, counts.reactions.skipped], [1, 1], product);
      }
    }
  });

  test('Times without a zone are counted', async (t) => {
    const world = await makeWorld(t, engine);
    for (const product of ['discord', 'teams', 'csv'] as const) {
      const report = await run(world, archive(makers[product]({ ...plain(), zone: '' })), {
        product,
        dryRun: true,
      });
      assertCounted(report, 'time zones', product);
    }
  });

  test('Texts in UTF-16 come as they are, and those in no certain encoding are reported by file and come right later', async (t) => {
    const recode = (entries: readonly ZipFileEntry[], encode: (text: string) => Buffer): Buffer =>
      archive(entries.map(({ name, data }) => ({ name, data: encode(data.toString()) })));
    const mark = '\uFEFF';
    for (const product of products.filter((one) => one !== 'rocketchat')) {
      const odd = { ...plain(), text: 'grüne Schäfte' };
      const entries = makers[product](odd);
      const wide = [
        (text: string) => Buffer.from(mark + text, 'utf16le'),
        (text: string) => Buffer.from(mark + text, 'utf16le').swap16(),
        (text: string) => Buffer.from(text, 'utf16le'),
        (text: string) => Buffer.from(mark + text),
      ];
      for (const encode of wide) {
        const world = await makeWorld(t, engine);
        const report = await run(world, recode(entries, encode), { product });
        assert.ok((await texts(world)).includes(odd.text), `${product}: ${JSON.stringify(report.problems)}`);
      }
      const world = await makeWorld(t, engine);
      const spoilt = await run(
        world,
        recode(entries, (text) => Buffer.from(text, 'latin1')),
        { product },
      );
      assert.ok(
        spoilt.problems.some(({ reason }) => reason.includes('UTF-8')),
        product,
      );
      assert.ok(!(await texts(world)).includes(odd.text));
      // In Teams, both messages have the text.
      const spoiled = product === 'teams' ? 2 : 1;
      for (const dryRun of [true, false])
        assert.equal(
          (await run(world, archive(entries), { product, dryRun })).changed.repaired,
          spoiled,
          product,
        );
      assert.ok((await texts(world)).includes(odd.text), product);
      assert.equal((await run(world, archive(entries), { product })).changed.repaired, 0);
    }
  });

  test('A message of Rocket.Chat whose letters are no UTF-8 is reported with its place, and comes later', async (t) => {
    const world = await makeWorld(t, engine);
    const entries = makers.rocketchat({ ...plain(), text: 'grune Schafte' });
    const spoil = ({ name, data }: ZipFileEntry): ZipFileEntry => {
      const bytes = Buffer.from(data);
      const at = bytes.indexOf('Schafte');
      if (at >= 0) bytes[at + 3] = 0xe4;
      return { name, data: bytes };
    };
    const report = await run(world, archive(entries.map(spoil)), { product: 'rocketchat' });
    assert.deepEqual(
      report.problems.map(({ place, reason }) => [place, reason.includes('UTF-8')]),
      [['dump/rocketchat_message.bson #1', true]],
    );
    assert.ok(!(await texts(world)).includes('grune Schafte'));
    await run(world, archive(entries), { product: 'rocketchat' });
    assert.ok((await texts(world)).includes('grune Schafte'));
  });
});
