import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addChannel, addGroup, addMembers, setChannel } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { getFlags, say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { topicPolicy } from '../../../../wire/topics.ts';
import { endMemberships } from '../../core/channels/membership.ts';
import { flagBit, trait } from '../../core/read-state/read-state.ts';

interface RawTerm {
  operator: string;
  operand: unknown;
  negated?: boolean;
}

const is = (operand: unknown): RawTerm => ({ operator: 'is', operand });
const term = (operator: string, operand: unknown): RawTerm => ({ operator, operand });
const not = (raw: RawTerm): RawTerm => ({ ...raw, negated: true });

const ask = (world: World, who: Name, narrow: unknown) =>
  world.as(who).get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow });

async function found(world: World, who: Name, ...narrow: RawTerm[]): Promise<number[]> {
  const { status, json } = await ask(world, who, narrow);
  assert.equal(status, 200, `${JSON.stringify(narrow)}: ${json.msg}`);
  return (json.messages as { id: number }[]).map(({ id }) => id);
}

const change = (world: World, table: 'message' | 'subscription', id: number, set: object): Promise<unknown> =>
  world.app.db.write(world.orgId, 'system', (tx) =>
    table === 'message'
      ? tx.q.updateTable('message').set(set).where('id', '=', id).execute()
      : tx.q
          .updateTable('subscription')
          .set(set)
          .where('channel_id', '=', id)
          .where('user_id', '=', world.people.dan.id)
          .execute(),
  );

const addTrait = (world: World, id: number, bits: number) => change(world, 'message', id, { traits: bits });

/** A conversation with something for every operator, as Dan sees it. */
async function talk(world: World) {
  const { dan, eve } = world.people;
  const m = {
    plain: await say(world, 'ada', 'general', 'plans'),
    shouted: await say(world, 'eve', 'general', 'PLANS', 'a [link](https://example.com)'),
    mention: await say(world, 'ada', 'general', '', `hi @**Dan Ito|${dan.id}**`),
    forAll: await say(world, 'ada', 'design', 'looks', '@**all**'),
    direct: await sendDirect(world, 'ada', ['dan']),
    group: await sendDirect(world, 'ada', ['dan', 'eve']),
    own: await say(world, 'dan', 'general', 'plans'),
    outside: await say(world, 'eve', 'lounge', 'plans'),
    secret: await say(world, 'ada', 'vault', 'keys'),
    foreign: await sendDirect(world, 'eve', ['ada']),
    resolved: await say(world, 'cleo', 'general', '✔ plans'),
    note: await sendDirect(world, 'dan', ['dan']),
  };
  await addTrait(world, m.shouted, trait.hasLink);
  await addTrait(world, m.secret, trait.hasImage | trait.hasLink);
  await addTrait(world, m.group, trait.hasAttachment);
  await addTrait(world, m.foreign, trait.hasLink);
  await addTrait(world, m.outside, trait.hasLink);
  for (const [flag, messages] of [
    ['starred', [m.shouted, m.outside, m.direct]],
    ['read', [m.plain, m.secret]],
  ])
    assert.equal((await world.as('dan').post('/messages/flags', { op: 'add', flag, messages })).status, 200);
  await world.app.db.write(world.orgId, 'system', (tx) =>
    tx.q
      .insertInto('message_flag')
      .values({ user_id: dan.id, message_id: m.resolved, bits: flagBit.hasAlertWord })
      .execute(),
  );
  await change(world, 'subscription', world.channels.design, { is_muted: 1 });
  return { ...m, dan: dan.id, eve: eve.id };
}

onBothEngines('Narrows', (engine) => {
  test('Each narrow operator returns its matches, and negated all other received messages', async (t) => {
    const world = await makeWorld(t, engine);
    const m = await talk(world);
    const { dan, eve, ...messages } = m;
    const { outside, foreign } = m;
    const feed = Object.values(messages).filter((id) => id !== outside && id !== foreign);
    assert.deepEqual(await found(world, 'dan'), feed);

    const general = [m.plain, m.shouted, m.mention, m.own, m.resolved];
    const directs = [m.direct, m.group, m.note];
    const cases: [term: RawTerm, ids: number[]][] = [
      [term('channel', 'general'), general],
      [term('channel', world.channels.general), general],
      [term('stream', ' GENERAL '), general],
      [term('channel', 'vault'), [m.secret]],
      [term('topic', 'plans'), [m.plain, m.shouted, m.own]],
      [term('subject', 'Plans'), [m.plain, m.shouted, m.own]],
      [term('topic', ''), [m.mention]],
      [term('topic', 'general chat'), [m.mention]],
      [term('topic', 'nothing of the kind'), []],
      [term('dm', [world.people.ada.id]), [m.direct]],
      [term('dm', 'ada@example.com'), [m.direct]],
      [term('pm-with', 'eve@example.com,ada@example.com'), [m.group]],
      [term('dm', [dan, eve, world.people.ada.id]), [m.group]],
      [term('dm', [dan]), [m.note]],
      [term('dm', [world.people.gus.id]), []],
      [term('dm-including', world.people.ada.id), [m.direct, m.group]],
      [term('dm-including', 'eve@example.com'), [m.group]],
      [term('group-pm-with', 'ada@example.com'), [m.group]],
      [term('dm-including', dan), directs],
      [term('sender', 'ada@example.com'), [m.plain, m.mention, m.forAll, m.direct, m.group, m.secret]],
      [term('from', eve), [m.shouted]],
      [term('sender', world.people.gus.id), []],
      [term('id', m.own), [m.own]],
      [term('id', String(m.own)), [m.own]],
      [term('id', foreign), []],
      [term('mentions', dan), [m.mention]],
      [term('mentions', eve), []],
      [is('dm'), directs],
      [is('private'), directs],
      [is('starred'), [m.shouted, m.direct, outside]],
      [is('unread'), [m.shouted, m.mention, m.forAll, m.direct, m.group, m.resolved, m.note]],
      [is('mentioned'), [m.mention, m.forAll]],
      [is('alerted'), [m.resolved]],
      [is('resolved'), [m.resolved]],
      [is('muted'), [m.forAll]],
      [is('followed'), [m.mention]],
      [term('has', 'link'), [m.shouted, m.secret]],
      [term('has', 'image'), [m.secret]],
      [term('has', 'attachment'), [m.group]],
      [term('channels', 'public'), [m.plain, m.shouted, m.mention, m.own, outside, m.resolved]],
      [term('channels', 'web-public'), []],
      [term('channels', 'archived'), []],
    ];
    for (const [raw, ids] of cases) {
      const at = JSON.stringify(raw);
      assert.deepEqual(await found(world, 'dan', raw), ids, at);
      assert.deepEqual(await found(world, 'dan', raw, raw), ids, `${at} twice`);
      const others = feed.filter((id) => !ids.includes(id));
      assert.deepEqual(await found(world, 'dan', not(raw)), others, `not ${at}`);
      // That no message is both in a channel and direct is refused instead.
      if (raw.operand === 'dm' || raw.operand === 'private') continue;
      assert.deepEqual(await found(world, 'dan', raw, not(raw)), [], `${at} and not`);
    }
    for (const filtersNothing of [term('near', m.own), term('near', 'x'), term('in', 'all')])
      assert.deepEqual(await found(world, 'dan', filtersNothing), feed);
    assert.deepEqual(
      await found(world, 'dan', term('in', 'home')),
      feed.filter((id) => id !== m.forAll),
    );
  });

  test('The narrows is:muted and is:followed apply topic policies before channel settings', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, design } = world.channels;
    const setTopic = async (stream_id: number, topic: string, visibility_policy: number) => {
      const params = { stream_id, topic, visibility_policy };
      assert.equal((await world.as('dan').post('/user_topics', params)).status, 200);
    };
    await setTopic(general, 'Noise', topicPolicy.muted);
    await setTopic(general, 'news', topicPolicy.followed);
    await setTopic(design, 'news', topicPolicy.followed);
    await setTopic(design, 'walls', topicPolicy.unmuted);
    await setTopic(design, 'noise', topicPolicy.muted);
    await change(world, 'subscription', design, { is_muted: 1 });
    const m = {
      plain: await say(world, 'ada', 'general', 'walls'),
      noise: await say(world, 'ada', 'general', 'NOISE'),
      news: await say(world, 'ada', 'general', 'news'),
      other: await say(world, 'ada', 'design', 'other'),
      received: await say(world, 'ada', 'design', 'walls'),
      followed: await say(world, 'ada', 'design', 'News'),
      both: await say(world, 'ada', 'design', 'noise'),
      direct: await sendDirect(world, 'ada', ['dan']),
    };
    const muted = [m.noise, m.other, m.both];
    const home = [m.plain, m.news, m.received, m.followed, m.direct];
    const inDesign = term('channel', design);
    for (const [terms, ids] of [
      [[is('muted')], muted],
      [[not(is('muted'))], home],
      [[term('in', 'home')], home],
      [
        [is('muted'), inDesign],
        [m.other, m.both],
      ],
      [[is('followed')], [m.news, m.followed]],
      [[not(is('followed'))], Object.values(m).filter((id) => id !== m.news && id !== m.followed)],
      [[is('followed'), inDesign], [m.followed]],
      [[is('followed'), is('muted')], []],
      [
        [is('followed'), is('unread')],
        [m.news, m.followed],
      ],
    ] as const)
      assert.deepEqual(await found(world, 'dan', ...terms), ids, JSON.stringify(terms));
    assert.deepEqual(await found(world, 'eve', is('followed')), []);
    assert.deepEqual(await found(world, 'eve', is('muted')), []);
    const marked = await world.as('dan').post('/messages/flags/narrow', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 100,
      narrow: [is('muted')],
      op: 'add',
      flag: 'read',
    });
    assert.equal(marked.json.updated_count, 3);
    assert.deepEqual(await found(world, 'dan', is('unread')), home);
  });

  test('Narrow terms are combined with AND', async (t) => {
    const world = await makeWorld(t, engine);
    const m = await talk(world);
    const cases: [terms: RawTerm[], ids: number[]][] = [
      [
        [term('channel', 'general'), term('topic', 'plans')],
        [m.plain, m.shouted, m.own],
      ],
      [
        [term('channel', 'general'), not(term('topic', 'plans'))],
        [m.mention, m.resolved],
      ],
      [[term('channel', 'general'), term('sender', m.eve)], [m.shouted]],
      [[term('channel', 'general'), term('channel', 'design')], []],
      [
        [term('channel', 'general'), is('unread')],
        [m.shouted, m.mention, m.resolved],
      ],
      [
        [term('channel', 'general'), not(is('unread'))],
        [m.plain, m.own],
      ],
      [[term('channel', 'general'), term('topic', 'plans'), is('unread')], [m.shouted]],
      [[term('channel', 'general'), is('starred')], [m.shouted]],
      [[term('channel', 'lounge'), is('starred')], [m.outside]],
      [[term('channel', 'general'), is('mentioned')], [m.mention]],
      [[term('channel', 'general'), term('has', 'link')], [m.shouted]],
      [
        [is('dm'), is('unread')],
        [m.direct, m.group, m.note],
      ],
      [[is('dm'), is('starred')], [m.direct]],
      [[term('dm', [world.people.ada.id]), is('unread')], [m.direct]],
      [[term('dm', [m.dan]), is('unread')], [m.note]],
      [
        [is('starred'), is('unread')],
        [m.shouted, m.direct],
      ],
      [[is('starred'), not(is('unread'))], [m.outside]],
      [[is('unread'), term('sender', m.eve)], [m.shouted]],
      [[term('sender', m.dan), term('sender', m.eve)], []],
      [
        [not(is('dm')), not(term('channel', 'general'))],
        [m.forAll, m.secret],
      ],
      [[term('with', m.own)], [m.plain, m.shouted, m.own]],
      [[term('with', m.own), term('sender', m.eve)], [m.shouted]],
      [
        [term('with', m.own), term('channel', 'vault'), term('topic', 'x')],
        [m.plain, m.shouted, m.own],
      ],
      [
        [term('with', m.own), term('dm', [m.eve])],
        [m.plain, m.shouted, m.own],
      ],
      [[term('with', m.group)], [m.group]],
      [
        [not(term('with', m.own)), term('channel', 'general')],
        [m.mention, m.resolved],
      ],
      [
        [not(term('with', m.group)), is('dm')],
        [m.direct, m.note],
      ],
      [[term('with', m.note)], [m.note]],
      [[term('with', m.foreign), term('dm', [world.people.ada.id])], [m.direct]],
      [[term('with', m.foreign), term('channel', 'vault'), term('topic', 'keys')], [m.secret]],
    ];
    for (const [terms, ids] of cases)
      assert.deepEqual(await found(world, 'dan', ...terms), ids, JSON.stringify(terms));
  });

  test('The mention narrow includes wildcard mentions that reached the reader', async (t) => {
    const world = await makeWorld(t, engine);
    const people = world.people;
    const team = await addGroup(world, 'team', [people.dan.id]);
    const early = await say(world, 'ada', 'lounge', 'tea', '@**all**');
    await addMembers(world, world.channels.lounge, [people.dan.id]);
    const late = await say(world, 'ada', 'lounge', 'tea', '@**all**');
    const grouped = await say(world, 'ada', 'general', 'plans');
    await addTrait(world, grouped, trait.groupMention);
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q.insertInto('group_mention').values({ message_id: grouped, group_id: team }).execute(),
    );
    assert.deepEqual(await found(world, 'dan', is('mentioned')), [late, grouped]);
    assert.deepEqual(await found(world, 'eve', is('mentioned')), [early, late]);
    assert.deepEqual(await found(world, 'cleo', is('mentioned')), []);
    const flags = (who: Name, id: number) => getFlags(world, who, id);
    assert.deepEqual(await flags('dan', early), ['read', 'historical']);
    assert.deepEqual(await flags('dan', late), ['stream_wildcard_mentioned', 'wildcard_mentioned']);
    assert.deepEqual(await flags('dan', grouped), ['mentioned']);
    assert.deepEqual(await flags('eve', grouped), []);
  });

  test('The narrow channels: returns the full history', async (t) => {
    const world = await makeWorld(t, engine);
    const plain = await say(world, 'ada', 'general', 'plans');
    const tea = await say(world, 'ada', 'lounge', 'tea');
    await say(world, 'ada', 'design', 'looks');
    assert.deepEqual(await found(world, 'dan', term('channels', 'public')), [plain, tea]);
    assert.deepEqual(await found(world, 'gus', term('channels', 'public')), [plain]);
    await setChannel(world, world.channels.lounge, { is_web_public: 1, is_archived: 1 });
    assert.deepEqual(await found(world, 'gus', term('channels', 'web-public')), [tea]);
    assert.deepEqual(await found(world, 'dan', term('channels', 'archived')), [tea]);
    assert.deepEqual(await found(world, 'dan', term('streams', 'public'), term('topic', 'tea')), [tea]);
  });

  test('The narrow is:unread excludes unsubscribed channels and messages from the time in between', async (t) => {
    const world = await makeWorld(t, engine);
    const channelId = await addChannel(world, { name: 'hall' });
    const { dan, ada } = world.people;
    await addMembers(world, channelId, [dan.id, ada.id]);
    const post = async () =>
      (await world.as('ada').post('/messages', { type: 'channel', to: channelId, topic: 'x', content: 'x' }))
        .json.id as number;
    const before = await post();
    assert.deepEqual(await found(world, 'dan', is('unread')), [before]);
    await world.app.db.write(world.orgId, 'system', (tx) =>
      endMemberships(tx, [{ userId: dan.id, channelId }]),
    );
    await post();
    assert.deepEqual(await found(world, 'dan', is('unread')), []);
    await addMembers(world, channelId, [dan.id]);
    const after = await post();
    assert.deepEqual(await found(world, 'dan', is('unread')), [after]);
    assert.deepEqual(await found(world, 'dan'), [before, after]);
    const whole = await found(world, 'dan', term('channel', channelId));
    assert.equal(whole.length, 3);
  });

  test('An invalid narrow is refused with a reason', async (t) => {
    const world = await makeWorld(t, engine);
    const { design, vault } = world.channels;
    const secret = await say(world, 'ada', 'vault', 'keys');
    const bad = (desc: string) => ({ code: 'BAD_NARROW', msg: `Invalid narrow operator: ${desc}`, desc });
    const cases: [terms: RawTerm[], error: object][] = [
      [[term('channel', 'nowhere')], bad('unknown channel nowhere')],
      [[term('channel', 999_999_999)], bad('unknown channel 999999999')],
      [[term('channel', 'vault')], bad('unknown channel vault')],
      [[not(term('channel', vault))], bad(`unknown channel ${vault}`)],
      [[term('channel', design)], bad(`unknown channel ${design}`)],
      [[term('sender', 'nobody@example.com')], bad('unknown user nobody@example.com')],
      [[term('sender', 999_999_999)], bad('unknown user 999999999')],
      [[term('dm', [4, 999_999_999])], bad('unknown user in [4, 999999999]')],
      [[term('dm', 'x@example.com,y')], bad('unknown user in x@example.com,y')],
      [[term('dm-including', 999_999_999)], bad('unknown user 999999999')],
      [[term('mentions', 999_999_999)], bad('unknown user 999999999')],
      [[term('id', 'x')], bad('Invalid message ID')],
      [[term('with', 'x')], bad("Invalid 'with' operator")],
      [[term('with', secret)], bad("Invalid 'with' operator")],
      [[term('with', secret), term('channel', 'general')], bad("Invalid 'with' operator")],
      [[not(term('with', secret)), term('dm', [4])], bad("Invalid 'with' operator")],
      [[term('nonsense', 'x')], bad('unknown operator nonsense')],
      [[is('nonsense')], bad("unknown 'is' operand nonsense")],
      [
        [term('channel', 'general'), is('dm')],
        bad('No message can be both a channel message and direct message'),
      ],
    ];
    for (const [terms, error] of cases) {
      const { status, json } = await ask(world, 'eve', terms);
      assert.equal(status, 400, JSON.stringify(terms));
      assert.deepEqual(json, { result: 'error', ...error });
    }
    const twice = await ask(world, 'eve', [term('with', 1), term('with', 1)]);
    assert.equal(twice.json.msg, "Invalid narrow operator combination: Duplicate 'with' operators.");
  });
});
