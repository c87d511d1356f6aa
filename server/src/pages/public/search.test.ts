import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { openLounge } from '../../../../tests/support/fixtures/spectators.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';

onBothEngines('Searching public pages', (engine) => {
  test('A search finds open messages, the newest first, and no others', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const first = await say(world, 'eve', 'lounge', 'tea', 'a **pot** of tea');
    await say(world, 'eve', 'general', 'canary', 'a pot, canary');
    await sendDirect(world, 'eve', ['ada'], 'a pot, canary');
    const second = await say(world, 'ada', 'lounge', 'cake', 'another pot');
    const { status, text } = await visitor.open('/public/search?q=pot');
    assert.equal(status, 200);
    const found = [...text.matchAll(/href="\/public\/message\/(\d+)"/g)].map(([, id]) => Number(id));
    assert.deepEqual(found, [second, first]);
    assert.match(text, /a pot of tea/);
    assert.match(text, /Results for “pot”/);
    assert.match(text, /name="robots" content="noindex"/);
    assert.doesNotMatch(text, /canary/);
  });

  test('A message found by what it hides is listed without it', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const id = await say(world, 'eve', 'lounge', 'tea', '```spoiler\nthe butler\n```');
    const { text } = await visitor.open('/public/search?q=butler');
    assert.match(text, new RegExp(`href="/public/message/${id}"`));
    assert.match(text, /<p dir="auto">Spoiler<\/p>/);
    const topic = await visitor.open(`/public/topic/${id}-tea`);
    assert.doesNotMatch(topic.text, /"text":""/);
  });

  test('A search says when nothing was found or asked for', async (t) => {
    const { visitor } = await openLounge(t, engine);
    assert.match((await visitor.open('/public/search?q=nothing')).text, /No public message contains/);
    for (const path of ['/public/search', '/public/search?q=', '/public/search?q=%20'])
      assert.match((await visitor.open(path)).text, /Enter one or more words/, path);
    for (const query of ['%00', '%F0%9F', '%22', "'%3B--", '*', '-', 'a'.repeat(5000)])
      assert.equal((await visitor.open(`/public/search?q=${query}`)).status, 200, query);
    assert.equal((await visitor.open('/public/search?q=a&before=x')).status, 404);
  });

  test('Older results are on further pages', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const first = await say(world, 'eve', 'lounge', 'tea', 'the first pot');
    for (let n = 0; n < 30; n++) await say(world, 'eve', 'lounge', 'tea', 'one more pot');
    const { text } = await visitor.open('/public/search?q=pot');
    assert.doesNotMatch(text, /the first pot/);
    const [, next = ''] = /href="(\/public\/search\?q=pot&amp;before=\d+)"/.exec(text) ?? [];
    const older = await visitor.open(next.replaceAll('&amp;', '&'));
    assert.match(older.text, new RegExp(`href="/public/message/${first}"`));
    assert.doesNotMatch(older.text, /before=/);
  });

  test('Where names are hidden there is no search, since words find mentions', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    assert.match((await visitor.open('/')).text, /role="search"/);
    const { status, json } = await world.as('ada').patch('/realm', { spectator_name_format: 'pseudonym' });
    assert.equal(status, 200, json.msg);
    assert.doesNotMatch((await visitor.open('/')).text, /role="search"/);
    assert.equal((await visitor.open('/public/search?q=pot')).status, 404);
  });
});
