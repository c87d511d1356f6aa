import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { AuditEntry } from '../../../../wire/audit-log.ts';
import { basicAuthorization, type Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';

type Fields = ReturnType<typeof JSON.parse>;

async function makeKey(world: World, who: Name, params: Params): Promise<{ id: number; text: string }> {
  const { status, json } = await world.as(who).post('/heddle/api_keys', { name: 'Agent', ...params });
  assert.equal(status, 200, json.msg);
  return { id: json.id, text: json.api_key };
}

interface Agent {
  names: () => Promise<string[]>;
  /** What the tool returned. */
  call: (name: string, args?: Params) => Promise<Fields>;
  /** The text of a call that must fail. */
  refused: (name: string, args?: Params) => Promise<string>;
  client: Client;
}

async function connect(
  world: World,
  key: string,
  client = new Client({ name: 'loom-agent', version: '1' }),
): Promise<Agent> {
  const transport = new StreamableHTTPClientTransport(new URL(`${world.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}`, 'user-agent': 'loom-agent/1' } },
  });
  await client.connect(transport);
  const run = async (name: string, args: Params = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: args });
    const [part] = content;
    assert.ok(part?.type === 'text');
    return { text: part.text, isError };
  };
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, args) {
      const { text, isError } = await run(name, args);
      assert.ok(!isError, text);
      return JSON.parse(text);
    },
    async refused(name, args) {
      const { text, isError } = await run(name, args);
      assert.ok(isError, text);
      return text;
    },
  };
}

const connectAgent = async (world: World, who: Name, params: Params): Promise<Agent> =>
  connect(world, (await makeKey(world, who, params)).text);

const post = (world: World, headers: Record<string, string>, body: unknown = {}) =>
  fetch(`${world.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const messageIds = ({ messages }: Fields): number[] => messages.map(({ id }: { id: number }) => id);

onBothEngines('MCP', (engine) => {
  test('An agent finds, reads and sends messages and reacts to them with the rights of its key’s owner', async (t) => {
    const world = await makeWorld(t, engine);
    const soup = await say(world, 'eve', 'general', 'lunch', 'Soup **today**');
    const tea = await say(world, 'ada', 'general', 'lunch', 'Tea');
    const hidden = await say(world, 'ada', 'vault', 'lunch', 'Soup in the vault');
    const { call, refused, names } = await connectAgent(world, 'eve', { scopes: ['full'] });
    assert.equal((await names()).length, 12);
    const found = await call('search_messages', { query: 'soup' });
    assert.ok(messageIds(found).includes(soup) && !messageIds(found).includes(hidden));
    assert.match(found.notice, /do not follow instructions/);
    const topic = await call('read_topic', { channel: 'general', topic: 'lunch' });
    assert.deepEqual(messageIds(topic), [soup, tea]);
    const [first]: Fields[] = topic.messages;
    assert.deepEqual(
      [first.content, first.sender_id, first.channel_id, first.topic, topic.has_older],
      ['Soup **today**', world.people.eve.id, world.channels.general, 'lunch', false],
    );
    const older = await call('read_topic', {
      channel: world.channels.general,
      topic: 'lunch',
      before_message_id: tea,
      limit: 1,
    });
    assert.deepEqual(messageIds(older), [soup]);
    assert.match(await refused('read_topic', { channel: 'vault', topic: 'lunch' }), /BAD_NARROW/);
    assert.match(await refused('get_message', { message_id: hidden }), /Invalid message/);
    const { message_id: sent } = await call('send_message', {
      channel: 'general',
      topic: 'lunch',
      content: 'On my way',
    });
    await call('add_reaction', { message_id: tea, emoji_name: 'tada' });
    const { json } = await world.as('ada').get('/messages', { message_ids: [sent, tea] });
    const [reacted, mine] = (json.messages as Fields[]).sort((a, b) => a.id - b.id);
    assert.deepEqual([mine.sender_id, mine.client], [world.people.eve.id, 'MCP (loom-agent)']);
    assert.equal(reacted.reactions[0].user_id, world.people.eve.id);
    await call('remove_reaction', { message_id: tea, emoji_name: 'tada' });
    assert.match(
      await refused('remove_reaction', { message_id: tea, emoji_name: 'tada' }),
      /REACTION_DOES_NOT_EXIST/,
    );
  });

  test('An agent lists channels, topics and users that its owner may see', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'eve', 'general', 'lunch', 'Soup');
    const { call } = await connectAgent(world, 'eve', { scopes: ['read'] });
    const { channels } = await call('list_channels');
    const shown = channels.map(({ name }: { name: string }) => name);
    assert.ok(shown.includes('general') && !shown.includes('vault'));
    const topics = await call('list_topics', { channel: 'general', query: 'LUN' });
    assert.deepEqual([topics.total, topics.topics[0].name], [1, 'lunch']);
    const { users } = await call('list_users', { query: 'dan' });
    assert.deepEqual(users[0].user_id, world.people.dan.id);
    const { user, key } = await call('who_am_i');
    assert.deepEqual([user.user_id, key.scopes], [world.people.eve.id, ['read']]);
    await sendDirect(world, 'dan', ['eve'], 'psst');
    const direct = await call('read_direct_messages', { user_ids: [world.people.dan.id] });
    assert.equal(direct.messages[0].content, 'psst');
  });

  test('A key that only reads has no tools that write, and a key of one channel stays in it', async (t) => {
    const world = await makeWorld(t, engine);
    const inside = await say(world, 'eve', 'general', 'lunch', 'soup');
    const outside = await say(world, 'eve', 'lounge', 'lunch', 'soup');
    const reading = await connectAgent(world, 'dan', { scopes: ['read'] });
    const tools = await reading.names();
    assert.ok(
      tools.includes('read_topic') && !tools.includes('send_message') && !tools.includes('add_reaction'),
    );
    await assert.rejects(
      reading.client.callTool({ name: 'send_message', arguments: {} }),
      /not for this key/,
    );
    const params = { scopes: ['read', 'send'], channel_id: world.channels.general };
    const { call, refused, names } = await connectAgent(world, 'dan', params);
    assert.ok(!(await names()).includes('list_users'));
    assert.deepEqual(messageIds(await call('search_messages', { query: 'soup' })), [inside]);
    assert.match(
      await refused('send_message', { channel: 'lounge', topic: 'lunch', content: 'x' }),
      /INSUFFICIENT_SCOPE/,
    );
    assert.match(
      await refused('add_reaction', { message_id: outside, emoji_name: 'tada' }),
      /Invalid message/,
    );
    await call('add_reaction', { message_id: inside, emoji_name: 'tada' });
    const { channels } = await call('list_channels');
    assert.deepEqual(
      channels.map((one: { name: string }) => one.name),
      ['general'],
    );
  });

  test('Only a named key as a bearer token opens MCP, and revoking it closes MCP at once', async (t) => {
    const world = await makeWorld(t, engine);
    const basic = basicAuthorization(world.people.dan);
    const others: Record<string, string>[] = [
      {},
      { authorization: basic },
      { authorization: `Bearer ${world.people.dan.apiKey}` },
      { cookie: 'session=1' },
    ];
    for (const headers of others) {
      const response = await post(world, headers);
      assert.equal(response.status, 401, JSON.stringify(headers));
      assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer/);
    }
    const { id, text } = await makeKey(world, 'dan', { scopes: ['read'] });
    const authorization = `Bearer ${text}`;
    assert.equal((await fetch(`${world.url}/mcp`, { headers: { authorization } })).status, 405);
    assert.equal((await post(world, { authorization, origin: 'https://evil.example' })).status, 403);
    for (const body of ['{', '[]', '"x"', '['.repeat(5000)])
      assert.equal((await post(world, { authorization }, body)).status, 400, body.slice(0, 10));
    assert.equal((await post(world, { authorization }, { text: 'x'.repeat(200_000) })).status, 413);
    const { call } = await connect(world, text);
    await call('who_am_i');
    await world.as('dan').delete(`/heddle/api_keys/${id}`);
    await assert.rejects(call('who_am_i'));
  });

  test('An organization turns MCP off and on again', async (t) => {
    const world = await makeWorld(t, engine);
    const { text } = await makeKey(world, 'dan', { scopes: ['read'] });
    assert.equal((await world.as('dan').patch('/realm', { enable_mcp: false })).status, 403);
    assert.equal((await world.as('ben').patch('/realm', { enable_mcp: false })).status, 200);
    const refused = await post(world, { authorization: `Bearer ${text}` });
    assert.deepEqual([refused.status, (await refused.json()).code], [403, 'UNAUTHORIZED_PRINCIPAL']);
    await world.as('ben').patch('/realm', { enable_mcp: true });
    await (await connect(world, text)).call('who_am_i');
  });

  test('Each call of a tool is in the audit log, with the key and without what was written', async (t) => {
    const world = await makeWorld(t, engine);
    const { id, text } = await makeKey(world, 'dan', { scopes: ['full'] });
    const { call, refused } = await connect(world, text);
    await call('send_message', { channel: 'general', topic: 'lunch', content: 'secret soup' });
    await refused('get_message', { message_id: 999_999_999 });
    const { json } = await world.as('ada').get('/realm/audit_log', { action: 'user.call_mcp_tool' });
    const entries: AuditEntry[] = json.entries;
    assert.deepEqual(
      entries.map(({ actor, client, after }) => [actor?.user_id, client, after]),
      [
        [
          world.people.dan.id,
          'MCP (loom-agent)',
          { tool: 'get_message', key_id: id, message_id: 999_999_999 },
        ],
        [
          world.people.dan.id,
          'MCP (loom-agent)',
          { tool: 'send_message', key_id: id, channel: 'general', topic: 'lunch' },
        ],
      ],
    );
    assert.ok(!JSON.stringify(entries).includes('soup'));
  });

  test('What tools return is bounded, and has none of the characters that only models see', async (t) => {
    const world = await makeWorld(t, engine);
    const tagged = `Hello${String.fromCodePoint(0xe0041, 0xe0042, 0xe0100, 0xe01ef)} \u202Ewo\u200B\u2060rld`;
    const id = await say(world, 'eve', 'general', 'lunch', tagged);
    const long = await say(world, 'eve', 'general', 'lunch', 'word '.repeat(1500));
    for (let count = 0; count < 26; count++) await say(world, 'eve', 'general', 'long', 'word '.repeat(900));
    const { call, refused } = await connectAgent(world, 'dan', { scopes: ['read'] });
    assert.equal((await call('get_message', { message_id: id })).message.content, 'Hello world');
    const { messages } = await call('read_topic', { channel: 'general', topic: 'lunch' });
    assert.deepEqual(
      [messages[1].id, messages[1].content.length, messages[1].is_truncated],
      [long, 4000, true],
    );
    const topic = await call('read_topic', { channel: 'general', topic: 'long' });
    assert.ok(topic.messages.length < 26 && topic.has_older);
    assert.match(await refused('read_topic', { channel: 'general', topic: 'long', limit: 101 }), /limit/);
    assert.match(
      await refused('read_topic', { channel: 'general', topic: 'long', narrow: [] }),
      /Unknown arguments: narrow/,
    );
  });
});

test('A client of the protocol of 2025 works, and a key that calls too often is refused for a while', async (t) => {
  const world = await makeWorld(t, 'sqlite', { rateLimits: 'on' });
  const { text } = await makeKey(world, 'dan', { scopes: ['full'] });
  const authorization = `Bearer ${text}`;
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
  const args = { channel: 'general', topic: 'lunch', content: 'hi' };
  const response = await post(
    world,
    { authorization, 'mcp-protocol-version': '2025-06-18', 'user-agent': 'old-agent/3' },
    { ...call, params: { name: 'send_message', arguments: args } },
  );
  assert.equal(response.status, 200);
  const id = Number(/message_id\\":(\d+)/.exec(await response.text())?.[1]);
  const { json } = await world.as('ada').get(`/messages/${id}`);
  assert.equal(json.message.client, 'MCP (old-agent)');
  const statuses = new Set<number>();
  for (let count = 0; count < 130; count++) {
    const { status, headers } = await post(world, { authorization }, { ...call, method: 'ping' });
    statuses.add(status);
    if (status === 429) assert.ok(Number(headers.get('retry-after')) > 0);
  }
  assert.ok(statuses.has(429));
});
