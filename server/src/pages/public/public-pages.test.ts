import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setChannel } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { openLounge } from '../../../../tests/support/fixtures/spectators.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';

onBothEngines('Public pages', (engine) => {
  test('The start page lists open channels with their topics, and each is a page', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const first = await say(world, 'eve', 'lounge', 'tea', 'a pot of **tea**');
    await say(world, 'ada', 'lounge', 'tea', 'no tea left');
    await say(world, 'eve', 'general', 'canary', 'canary');
    const home = await visitor.open('/');
    assert.equal(home.status, 200, home.text);
    assert.match(home.text, /#lounge/);
    assert.doesNotMatch(home.text, /canary|#general/);
    const [, path = ''] = /href="(\/public\/topic\/[^"]+)"/.exec(home.text) ?? [];
    assert.equal(path, `/public/topic/${first}-tea`);
    const topic = await visitor.open(path);
    assert.equal(topic.status, 200, topic.text);
    assert.match(topic.text, /a pot of <strong>tea<\/strong>/);
    assert.match(topic.text, /no tea left/);
    assert.match(topic.text, /Eve Lindqvist/);
    assert.match(topic.text, new RegExp(`id="message-${first}"`));
    const [, channel = ''] = /href="(\/public\/channel\/[^"]+)"/.exec(home.text) ?? [];
    const list = await visitor.open(channel);
    assert.equal(list.status, 200);
    assert.match(list.text, new RegExp(`href="${path}"`));
  });

  test('The start page lists the five newest topics of each channel, the last active channel first', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    await setChannel(world, world.channels.general, { is_web_public: 1 });
    for (const topic of ['one', 'two', 'three', 'four', 'five', 'six', 'two'])
      await say(world, 'eve', 'lounge', topic, 'a thread');
    await say(world, 'eve', 'general', 'seven', 'a thread');
    const { text } = await visitor.open('/');
    const links = text.matchAll(/href="\/public\/(?:topic|channel)\/\d+-([a-z]+)"/g);
    const names = [...links].map(([, name]) => name);
    assert.deepEqual(
      names.filter((name) => name !== 'general' && name !== 'lounge'),
      ['seven', 'two', 'six', 'five', 'four', 'three'],
    );
    assert.ok(names.indexOf('general') < names.indexOf('lounge'));
  });

  test('The start page is the sign-in form where no channel is open', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    await setChannel(world, world.channels.lounge, { is_web_public: 0 });
    assert.doesNotMatch((await visitor.open('/')).text, /lounge/);
  });

  test('Long lists have pages that name the ones beside them', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const topic = await say(world, 'eve', 'lounge', 'long', 'first of all');
    for (let n = 0; n < 200; n++) await say(world, 'eve', 'lounge', 'long', `word ${n}`);
    const path = `/public/topic/${topic}-long`;
    const first = await visitor.open(path);
    assert.match(first.text, new RegExp(`<link rel="next" href="${path}\\?page=2"`));
    assert.doesNotMatch(first.text, /rel="prev"|word 199/);
    const second = await visitor.open(`${path}?page=2`);
    assert.equal(second.status, 200);
    assert.match(second.text, /word 199/);
    assert.match(second.text, new RegExp(`<link rel="prev" href="${path}"`));
    assert.match(second.text, new RegExp(`<link rel="canonical" href="${world.url}${path}\\?page=2"`));
    for (const page of ['3', '0', '-1', 'x', '99999999999'])
      assert.equal((await visitor.open(`${path}?page=${page}`)).status, 404, page);
    assert.equal((await visitor.open(`${path}?page=1`)).location, path);
  });

  test('A page of 50 messages is small', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const words = `Madder on silk needs alum first, and **time**. ${'I tried it twice with weld. '.repeat(4)} https://example.com/dyes`;
    const id = await say(world, 'eve', 'lounge', 'tea', words);
    for (let n = 1; n < 50; n++) await say(world, n % 2 ? 'dan' : 'eve', 'lounge', 'tea', words);
    const { text } = await visitor.open(`/public/topic/${id}-tea`);
    assert.equal(text.match(/<article\s/g)?.length, 50);
    const bytes = Buffer.byteLength(text);
    assert.ok(bytes < 60 * 1024, String(bytes));
  });

  test('Polls show how many voted for what, reactions how many reacted, and neither shows who', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const poll = await say(world, 'eve', 'lounge', 'soup', '/poll Soup?\nyes\nno');
    for (const who of ['ada', 'dan'] as const) {
      const content = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 });
      const vote = { message_id: poll, msg_type: 'widget', content };
      assert.equal((await world.as(who).post('/submessage', vote)).status, 200);
      const reaction = { emoji_name: 'octopus' };
      assert.equal((await world.as(who).post(`/messages/${poll}/reactions`, reaction)).status, 200);
    }
    const { text } = await visitor.open(`/public/topic/${poll}-soup`);
    assert.match(text, /Soup\?/);
    assert.match(text, /2 votes/);
    assert.match(text, /0 votes/);
    assert.match(text, /aria-label="octopus">🐙<\/span><span>2<\/span>/);
    assert.doesNotMatch(text, /Ada|Dan Ito|\/poll/);
  });

  test('A /me message begins with the name of its sender', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const id = await say(world, 'eve', 'lounge', 'tea', '/me waves');
    const { text } = await visitor.open(`/public/topic/${id}-tea`);
    assert.match(text, /<p><b class="sender">Eve Lindqvist<\/b> waves<\/p>/);
    assert.match(text, /"text":"Eve Lindqvist waves"/);
    assert.equal(text.match(/class="sender"/g)?.length, 1);
  });

  test('Resolved topics are marked, and their mark is no part of their name', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const id = await say(world, 'eve', 'lounge', '✔ tea', 'hello');
    const { text } = await visitor.open(`/public/channel/${world.channels.lounge}-lounge`);
    assert.match(text, new RegExp(`href="/public/topic/${id}-tea"`));
    assert.match(text, /aria-label="Resolved"/);
    assert.doesNotMatch(text, />✔ tea/);
  });

  test('Pages are in the language of the browser', async (t) => {
    const { world, visitor } = await openLounge(t, engine);
    const id = await say(world, 'eve', 'lounge', 'tea', 'hello');
    visitor.headers['accept-language'] = 'de';
    const { text, headers } = await visitor.open(`/public/topic/${id}-tea`);
    assert.match(text, /<html lang="de">/);
    assert.match(text, /Hier antworten/);
    assert.match(headers.get('vary') ?? '', /Accept-Language/);
    delete visitor.headers['accept-language'];
    assert.match((await visitor.open(`/public/topic/${id}-tea`)).text, /Sign in to reply/);
  });
});

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
