import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addChannel, addMembers } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import type { RawTerm } from '../../lib/narrow/parse.ts';
import { isFound, searchQuery } from '../../lib/search/query.ts';
import { searchText } from '../../lib/search/text.ts';
import { endMemberships } from '../../core/channels/membership.ts';
import { indexedUpTo } from '../../core/messages/search-index.ts';
import { searchIndexer } from '../../core/messages/index-worker.ts';

type SearchHit = { id: number; match_content?: string; match_subject?: string };

const search = (operand: string, negated = false): RawTerm => ({ operator: 'search', operand, negated });
const newest = { anchor: 'newest', num_before: 1000, num_after: 0, allow_empty_topic_name: true };

async function get(world: World, who: Name, narrow: RawTerm[], params = {}): Promise<SearchHit[]> {
  const { status, json } = await world.as(who).get('/messages', { ...newest, narrow, ...params });
  assert.equal(status, 200, `${JSON.stringify(narrow)}: ${json.msg}`);
  return json.messages as SearchHit[];
}

const getIds = async (...asked: Parameters<typeof get>): Promise<number[]> =>
  (await get(...asked)).map(({ id }) => id);

/** Asks twice: before and after the index has everything. Both responses must be the same. */
async function found(world: World, who: Name, ...narrow: RawTerm[]): Promise<number[]> {
  const before = await getIds(world, who, narrow);
  await searchIndexer(world.app).catchUp();
  assert.deepEqual(await getIds(world, who, narrow), before, JSON.stringify(narrow));
  return before;
}

onBothEngines('Search', (engine) => {
  test('Search finds words, prefixes and phrases in content and topic, in any spelling', async (t) => {
    const world = await makeWorld(t, engine);
    const m = {
      cafe: await say(world, 'ada', 'general', 'lunch', 'Meet at the Café Žofie'),
      phrase: await say(world, 'eve', 'general', 'plans', 'the big red loom'),
      reverse: await say(world, 'eve', 'general', 'plans', 'a loom, red and big'),
      chinese: await say(world, 'ada', 'general', '', '你好吗，朋友'),
      topic: await say(world, 'ada', 'general', 'Straße 7', 'nothing here'),
      direct: await sendDirect(world, 'ada', ['dan'], 'red herring'),
    };
    const cases: [typed: string, ids: number[]][] = [
      ['cafe', [m.cafe]],
      ['cafe\u0301', [m.cafe]],
      ['CAFÉ zof', [m.cafe]],
      ['"zof"', []],
      ['ofie', []],
      ['red', [m.phrase, m.reverse, m.direct]],
      ['"big red"', [m.phrase]],
      ['"red loom"', [m.phrase]],
      ['red -loom', [m.direct]],
      ['red -"big red"', [m.reverse, m.direct]],
      ['loom -zzz', [m.phrase, m.reverse]],
      ['你', [m.chinese]],
      ['吗', [m.chinese]],
      ['好吗', [m.chinese]],
      ['你吗', []],
      ['strasse', [m.topic]],
      ['plans loom', [m.phrase, m.reverse]],
      ['"plans the"', []],
      ['"7 nothing"', []],
      ['c1', []],
      ['s', [m.topic]],
      [':c', [m.cafe]],
      ['...', []],
      ['👍', []],
    ];
    for (const [typed, ids] of cases) assert.deepEqual(await found(world, 'dan', search(typed)), ids, typed);
    const all = Object.values(m);
    for (const [typed, ids] of cases)
      assert.deepEqual(
        await getIds(world, 'dan', [search(typed, true)]),
        all.filter((id) => !ids.includes(id)),
        `not ${typed}`,
      );
  });

  test('Search combines with every other narrow term', async (t) => {
    const world = await makeWorld(t, engine);
    const { ada, dan } = world.people;
    const one = await say(world, 'ada', 'general', 'tea', 'green tea');
    const two = await say(world, 'eve', 'general', 'Tea', 'black tea with https://example.com');
    const other = await say(world, 'ada', 'design', 'tea', 'more tea');
    const direct = await sendDirect(world, 'ada', ['dan'], 'tea for two');
    const own = await sendDirect(world, 'dan', ['ada'], 'no tea');
    for (const [flag, messages] of [
      ['starred', [two, direct]],
      ['read', [one]],
    ])
      assert.equal(
        (await world.as('dan').post('/messages/flags', { op: 'add', flag, messages })).status,
        200,
      );
    const with_ = (operator: string, operand: RawTerm['operand'], negated = false) =>
      found(world, 'dan', search('tea'), { operator, operand, negated });
    assert.deepEqual(await with_('channel', 'general'), [one, two]);
    assert.deepEqual(await with_('channel', 'general', true), [other, direct, own]);
    assert.deepEqual(await with_('topic', 'tea'), [one, two, other]);
    assert.deepEqual(await with_('dm', [ada.id]), [direct, own]);
    assert.deepEqual(await with_('dm-including', ada.id), [direct, own]);
    assert.deepEqual(await with_('dm', [dan.id]), []);
    assert.deepEqual(await with_('sender', ada.id), [one, other, direct]);
    assert.deepEqual(await with_('sender', ada.id, true), [two, own]);
    assert.deepEqual(await with_('id', two), [two]);
    assert.deepEqual(await with_('with', one), [one, two]);
    assert.deepEqual(await with_('near', one), [one, two, other, direct, own]);
    assert.deepEqual(await with_('has', 'link'), [two]);
    assert.deepEqual(await with_('has', 'link', true), [one, other, direct, own]);
    assert.deepEqual(await with_('channels', 'public'), [one, two]);
    assert.deepEqual(await with_('is', 'dm'), [direct, own]);
    assert.deepEqual(await with_('is', 'starred'), [two, direct]);
    assert.deepEqual(await with_('is', 'starred', true), [one, other, own]);
    assert.deepEqual(await with_('is', 'unread'), [two, other, direct]);
    assert.deepEqual(await with_('is', 'unread', true), [one, own]);
    assert.deepEqual(await with_('search', 'black'), [two]);
    assert.deepEqual(await with_('search', 'black', true), [one, other, direct, own]);
  });

  test('Search pages around every anchor and reports the ends', async (t) => {
    const world = await makeWorld(t, engine);
    const ids: number[] = [];
    for (let i = 0; i < 7; i++) {
      ids.push(await say(world, 'ada', 'general', 'tea', `tea ${i}`));
      await say(world, 'ada', 'general', 'tea'.slice(1), 'milk');
      if (i === 3) await searchIndexer(world.app).catchUp();
    }
    const ask = async (params: object) =>
      (await world.as('dan').get('/messages', { narrow: [search('tea')], ...params })).json;
    const at = (json: Record<string, unknown>) =>
      (json.messages as SearchHit[]).map(({ id }) => ids.indexOf(id));
    const last = await ask({ anchor: 'newest', num_before: 3, num_after: 0 });
    assert.deepEqual([at(last), last.found_newest, last.found_oldest], [[4, 5, 6], true, false]);
    const first = await ask({ anchor: 'oldest', num_before: 0, num_after: 5 });
    assert.deepEqual([at(first), first.found_newest, first.found_oldest], [[0, 1, 2, 3, 4], false, true]);
    const middle = await ask({ anchor: ids[3], num_before: 1, num_after: 2 });
    assert.deepEqual([at(middle), middle.found_anchor], [[2, 3, 4, 5], true]);
    const between = await ask({ anchor: (ids[3] ?? 0) + 1, num_before: 10, num_after: 10 });
    assert.deepEqual([at(between), between.found_anchor], [[0, 1, 2, 3, 4, 5, 6], false]);
    const unread = await ask({ anchor: 'first_unread', num_before: 1, num_after: 1 });
    assert.deepEqual([at(unread), unread.anchor], [[0, 1], ids[0]]);
    const date = await ask({ anchor: 'date', anchor_date: '2000-01-01', num_before: 1, num_after: 0 });
    assert.deepEqual(at(date), [0]);
    const some = await world
      .as('dan')
      .get('/messages', { narrow: [search('tea')], message_ids: ids.slice(2, 4) });
    assert.deepEqual(at(some.json), [2, 3]);
  });

  test('Search returns matches highlighted as HTML', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'tea & <b>', 'some **tea** & more');
    const [message] = await get(world, 'dan', [search('tea')], { apply_markdown: false });
    const hit = '<span class="highlight">tea</span>';
    const shown = {
      match_content: `<p>some <strong>${hit}</strong> &amp; more</p>`,
      match_subject: `${hit} &amp; &lt;b&gt;`,
    };
    assert.deepEqual(
      message && { match_content: message.match_content, match_subject: message.match_subject },
      shown,
    );
    const [plain] = await get(world, 'dan', [{ operator: 'topic', operand: 'tea & <b>', negated: false }]);
    assert.equal(plain?.id, id);
    assert.equal(plain.match_content, undefined);
    const [excluded] = await get(world, 'dan', [search('coffee', true)]);
    assert.equal(excluded?.match_content, '<p>some <strong>tea</strong> &amp; more</p>');

    const foreign = await say(world, 'ada', 'vault', 'tea', 'secret tea');
    const other = await say(world, 'ada', 'general', 'x', 'coffee');
    const check = async (who: Name, narrow: RawTerm[]) =>
      (
        await world
          .as(who)
          .get('/messages/matches_narrow', { msg_ids: [id, foreign, other, 999_999_999], narrow })
      ).json;
    assert.deepEqual((await check('eve', [search('tea')])).messages, { [id]: shown });
    assert.deepEqual(Object.keys((await check('eve', [])).messages), [String(id), String(other)]);
    assert.deepEqual((await check('eve', [search('nothing')])).messages, {});
    assert.equal((await check('eve', [search(' ')])).code, 'BAD_REQUEST');
    const { status } = await world.as('eve').get('/messages/matches_narrow', { msg_ids: [1] });
    assert.equal(status, 400);
    const nowhere = { msg_ids: [], narrow: [{ operator: 'channel', operand: 'nowhere', negated: false }] };
    const refusal = await world.as('eve').get('/messages/matches_narrow', nowhere);
    assert.equal(refusal.json.code, 'BAD_NARROW', 'without messages, too');
  });

  test('Search follows edits and deletions', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'tea', 'green');
    for (const isIndexed of [false, true]) {
      if (isIndexed) await searchIndexer(world.app).catchUp();
      const [content, topic] = isIndexed ? ['yellow', 'milk'] : ['blue', 'water'];
      const changed = await world.as('ada').patch(`/messages/${id}`, { content, topic });
      assert.equal(changed.status, 200, changed.json.msg);
      assert.deepEqual(await getIds(world, 'dan', [search(`${content} ${topic}`)]), [id]);
      // The notice of the move names the topics too.
      for (const gone of isIndexed ? ['green', 'blue', 'tea', 'water'] : ['green', 'tea'])
        assert.ok(!(await getIds(world, 'dan', [search(gone)])).includes(id), gone);
    }
    assert.equal((await world.as('ada').delete(`/messages/${id}`)).status, 200);
    assert.deepEqual(await found(world, 'dan', search('yellow')), []);
    assert.ok(!(await found(world, 'dan', search('milk'))).includes(id));
  });

  test('Search finds messages sent just before the server was killed', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await say(world, 'ada', 'general', 'tea', 'green');
    await world.restart();
    assert.deepEqual(await getIds(world, 'dan', [search('green')]), [id]);
    await searchIndexer(world.app).catchUp();
    assert.ok((await indexedUpTo(world.app.db.read)) >= id);
    assert.deepEqual(await getIds(world, 'dan', [search('green')]), [id]);
  });

  test('Search marks the messages that it finds', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'tea', 'green');
    await say(world, 'ada', 'general', 'tea', 'black');
    await say(world, 'ada', 'vault', 'tea', 'green');
    const asked = {
      anchor: 'oldest',
      num_before: 0,
      num_after: 10,
      narrow: [search('gree')],
      op: 'add',
      flag: 'starred',
    };
    const { json } = await world.as('eve').post('/messages/flags/narrow', asked);
    assert.deepEqual([json.processed_count, json.first_processed_id, json.last_processed_id], [1, id, id]);
  });

  test('Search agrees with a full scan for every user and reveals nothing invisible', async (t) => {
    const world = await makeWorld(t, engine);
    const { dan, eve, ada } = world.people;
    const closed = await addChannel(world, { name: 'closed', isPrivate: true, isHistoryPublic: false });
    await addMembers(world, closed, [ada.id, eve.id]);
    const post = async (to: number, topic: string, content: string) =>
      (await world.as('ada').post('/messages', { type: 'channel', to, topic, content })).json.id as number;
    const words = ['red', 'reddish', 'tea', 'Tee', '红茶', '茶', 'été'];
    const random = fc.sample(
      fc.tuple(
        fc.nat(3),
        fc.subarray(words, { minLength: 1 }),
        fc.subarray(words, { maxLength: 2, minLength: 1 }),
      ),
      { numRuns: 30, seed: 7 },
    );
    const texts = new Map<number, string[]>();
    for (const [i, [place, content, topic]] of random.entries()) {
      const to = [world.channels.general, world.channels.vault, closed, world.channels.lounge][place] ?? 0;
      const id = await post(to, topic.join(' '), content.join(' '));
      texts.set(id, [searchText(topic.join(' ')), searchText(content.join(' '))]);
      if (i === 10) await addMembers(world, closed, [dan.id]);
      if (i === 20)
        await world.app.db.write(world.orgId, 'system', (tx) =>
          endMemberships(tx, [{ userId: eve.id, channelId: closed }]),
        );
      if (i === 25) await searchIndexer(world.app).catchUp();
    }
    const places: RawTerm[][] = [
      [],
      [{ operator: 'channels', operand: 'public', negated: false }],
      [{ operator: 'sender', operand: ada.id, negated: false }],
    ];
    for (const who of ['ada', 'dan', 'eve', 'gus'] as const)
      for (const place of places) {
        const all = await getIds(world, who, place);
        if (who === 'gus') assert.ok(all.length < texts.size);
        for (const typed of ['red', '"red"', 'tea -red', '茶', 'ete tee']) {
          const fits = (id: number) => isFound(searchQuery(typed), texts.get(id) ?? []);
          for (const negated of [false, true])
            assert.deepEqual(
              await getIds(world, who, [...place, search(typed, negated)]),
              all.filter((id) => fits(id) !== negated),
              `${who} ${JSON.stringify(place)} ${negated ? 'not ' : ''}${typed}`,
            );
        }
      }
  });

  test('Search finds prefixes that very many words share', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const many = Array.from({ length: 70 }, (_, i) => `q${i}`).join(' ');
    const old = [
      await say(world, 'ada', 'general', 'tea', many),
      await say(world, 'ada', 'general', 'tea', 'quilt red'),
      await say(world, 'ada', 'vault', 'tea', 'quilt red'),
      await sendDirect(world, 'ada', ['dan'], 'a red quilt'),
      await say(world, 'ada', 'general', 'quilts', 'red'),
    ];
    const plain = await say(world, 'ada', 'general', 'tea', 'red');
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      const { id: _, ...row } = await tx.q
        .selectFrom('message')
        .selectAll()
        .where('id', '=', plain)
        .executeTakeFirstOrThrow();
      // Messages that are sent later come after these.
      tx.connection.gathering?.dropIds();
      for (let batch = 0; batch < 5; batch++)
        await tx.q
          .insertInto('message')
          .values(Array.from({ length: 500 }, () => row))
          .execute();
    });
    const last = await say(world, 'ada', 'general', 'tea', 'Quilt');
    await searchIndexer(world.app).catchUp();
    const [list, inTea, secret, direct, topic] = old;
    const page = async (who: Name, typed: string, limit: number) =>
      (await get(world, who, [search(typed)], { num_before: limit })).map(({ id }) => id);
    assert.deepEqual(await page('dan', 'q', 10), [list, inTea, secret, direct, topic, last]);
    assert.deepEqual(await page('eve', 'q', 10), [list, inTea, topic, last]);
    assert.deepEqual(await page('dan', 'q', 2), [topic, last]);
    assert.deepEqual(await page('dan', 'red q', 10), [inTea, secret, direct, topic]);
    assert.deepEqual(await page('dan', '"quilt" q', 10), [inTea, secret, direct, last]);
    assert.deepEqual(await page('dan', 'quilt -r', 10), [last]);
    assert.deepEqual(await page('dan', 'tea -q', 1), [last - 1]);
    assert.deepEqual(await page('gus', 'q red', 10), [inTea, topic]);
  });

  test('Search treats hostile words as words', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await say(world, 'ada', 'general', 'x', 'near or not and words col');
    const hostile = [
      '"',
      '""',
      '" "',
      "'",
      "''",
      '*',
      '**',
      '-',
      '--',
      '-"',
      ':',
      ':*',
      ':c1',
      '(',
      ')',
      '()',
      '&',
      '|',
      '!',
      '<->',
      'NEAR(a b)',
      'words:x',
      'words : x',
      '{words}: x',
      '^x',
      'a AND',
      'OR',
      'NOT a',
      'a + b',
      '\\',
      '%',
      '_',
      '\u0000',
      "x'); DROP TABLE message; --",
      '\ud800',
      'a'.repeat(1000),
      '"'.repeat(1000),
      'a '.repeat(500),
      '茶'.repeat(1000),
    ];
    await searchIndexer(world.app).catchUp();
    for (const typed of hostile)
      for (const negated of [false, true]) {
        const { status, json } = await world
          .as('dan')
          .get('/messages', { ...newest, narrow: [search(typed, negated)] });
        assert.equal(status, typed.trim() === '' ? 400 : 200, `${JSON.stringify(typed)}: ${json.msg}`);
      }
    for (const typed of ['NEAR', 'or', 'NOT', 'and', 'col', 'words:near', '^near', 'near*', '"near or"'])
      assert.deepEqual(
        await getIds(world, 'dan', [search(typed)]),
        typed === 'words:near' ? [] : [id],
        typed,
      );
  });
});
