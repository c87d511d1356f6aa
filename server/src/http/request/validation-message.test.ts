import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode, type Client, type Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

type Operation = readonly [method: string, path: string];

async function refused(api: Client, [method, path]: Operation, params: Params, msg: string): Promise<void> {
  const { status, json } = await (method === 'GET'
    ? api.get(path, params)
    : api.send(method, path, { body: encode(params) }));
  assert.deepEqual([status, json], [400, { result: 'error', msg, code: 'BAD_REQUEST' }]);
}

const settings = ['PATCH', '/settings'] as const;
const drafts = ['POST', '/drafts'] as const;
const flags = ['POST', '/messages/flags'] as const;
const notListed = 'Value error, Not in the list of possible values';
const draft = { type: 'stream', to: [1], topic: 'lunch', content: 'soup' };

onBothEngines('Parameter errors', (engine) => {
  test('A parameter that is not JSON or of the wrong type is refused with BAD_REQUEST only', async (t) => {
    const ada = (await makeWorld(t, engine)).as('ada');
    await refused(ada, settings, { enter_sends: 'perhaps' }, 'enter_sends is not valid JSON');
    await refused(ada, settings, { enter_sends: '' }, 'enter_sends is not valid JSON');
    await refused(ada, settings, { enter_sends: [1] }, 'enter_sends is not a boolean');
    await refused(ada, ['GET', '/messages'], { narrow: { a: 1 }, anchor: 1 }, 'narrow is not a list');
    const form = { content: 'c', type: 'stream', scheduled_delivery_timestamp: 1 };
    await refused(ada, ['POST', '/scheduled_messages'], { ...form, to: 'general' }, 'to is not valid JSON');
  });

  test('A parameter that is too small, too long or blank is refused', async (t) => {
    const ada = (await makeWorld(t, engine)).as('ada');
    const anchored = { anchor: 'newest', num_after: 0, num_before: -1 };
    await refused(ada, ['GET', '/messages'], anchored, 'num_before is too small');
    await refused(
      ada,
      ['PATCH', '/realm'],
      { waiting_period_threshold: -1 },
      'waiting_period_threshold is too small',
    );
    const view = { is_pinned: true, fragment: 'x'.repeat(1001), name: 'Long' };
    const tooLong = 'fragment is too long (limit: 1000 characters)';
    await refused(ada, ['POST', '/navigation_views'], view, tooLong);
    await refused(ada, ['POST', '/navigation_views'], { ...view, fragment: '' }, 'fragment cannot be blank');
    await refused(
      ada,
      drafts,
      { drafts: [{ ...draft, content: ' ' }] },
      'drafts[0]["content"] cannot be blank',
    );
  });

  test('A parameter outside its enumeration is refused as clients of each operation expect', async (t) => {
    const world = await makeWorld(t, engine);
    const ada = world.as('ada');
    await refused(ada, settings, { color_scheme: 999 }, `Invalid color_scheme: ${notListed}`);
    await refused(ada, settings, { color_scheme: '"dark"' }, 'color_scheme is not an integer');
    await refused(ada, settings, { web_home_view: 'x' }, `Invalid web_home_view: ${notListed}`);
    const someone = ['PATCH', `/users/${world.people.dan.id}`] as const;
    await refused(ada, someone, { role: 5 }, `Invalid role: ${notListed}`);
    await refused(ada, ['PATCH', '/realm'], { digest_weekday: 9 }, 'Invalid digest_weekday');
    await refused(ada, ['POST', '/messages'], { type: 'shout', content: 'c', to: 'general' }, 'Invalid type');
    await refused(ada, ['POST', '/typing'], { op: 'pause', to: [1] }, 'Invalid op');
    await refused(ada, ['PATCH', '/messages/1'], { propagate_mode: 'some' }, 'Invalid propagate_mode');
    await refused(ada, ['GET', '/messages'], { anchor: 'sometime' }, 'Invalid anchor');
    await refused(ada, ['POST', '/users/me/presence'], { status: 'away' }, 'Invalid status: away');
    const wrongOp = { op: 'toggle', flag: 'starred', messages: [] };
    await refused(ada, flags, wrongOp, "Invalid message flag operation: 'toggle'");
  });

  test('A parameter error names the path to the invalid part', async (t) => {
    const world = await makeWorld(t, engine);
    const ada = world.as('ada');
    const strings = { op: 'add', flag: 'starred', messages: [1, 'a'] };
    await refused(ada, flags, strings, 'messages[1] is not an integer');
    const wrongType = { drafts: [draft, { ...draft, type: 'x' }] };
    await refused(ada, drafts, wrongType, 'Invalid drafts[1]["type"]');
    const { content: _, ...unfinished } = draft;
    const missing = 'drafts[0]["content"] field is missing: Field required';
    await refused(ada, drafts, { drafts: [unfinished] }, missing);
    const unknown = 'Argument "z" at drafts[0]["z"] is unexpected';
    await refused(ada, drafts, { drafts: [{ ...draft, z: 1 }] }, unknown);
    const late = 'drafts[0]["timestamp"]["int"] is not an integer';
    await refused(ada, drafts, { drafts: [{ ...draft, timestamp: 'x' }] }, late);
    const subscribe = ['POST', '/users/me/subscriptions'] as const;
    const nameless = 'subscriptions[0]["name"] field is missing: Field required';
    await refused(ada, subscribe, { subscriptions: [{ colour: 'red' }] }, nameless);
  });

  test('A parameter with several types is reported as not of the first', async (t) => {
    const world = await makeWorld(t, engine);
    const ada = world.as('ada');
    const { general } = world.channels;
    const change = { can_send_message_group: { new: 'x' } };
    const notInteger = 'can_send_message_group["new"]["int"] is not an integer';
    await refused(ada, ['PATCH', `/streams/${general}`], change, notInteger);
    const sometimes = { message_retention_days: 'sometimes' };
    const notJson = 'message_retention_days["json[str]"] is not valid JSON';
    await refused(ada, ['PATCH', `/streams/${general}`], sometimes, notJson);
    const soon = { message_content_edit_limit_seconds: 'soon' };
    const unread = 'message_content_edit_limit_seconds is not valid JSON';
    await refused(ada, ['PATCH', '/realm'], soon, unread);
    const data = ['PATCH', '/users/me/profile_data'] as const;
    await refused(ada, data, { data: [{ id: 1, value: {} }] }, 'data[0]["value"]["str"] is not a string');
  });

  test('A time out of range is refused with its value', async (t) => {
    const world = await makeWorld(t, engine);
    for (const [path, name, bad_value] of [
      ['/realm', 'message_content_delete_limit_seconds', 0],
      ['/realm', 'move_messages_within_stream_limit_seconds', -1],
      ['/realm', 'message_retention_days', 0],
      [`/streams/${world.channels.general}`, 'message_retention_days', 0],
    ] as const) {
      const { status, json } = await world.as('ada').patch(path, { [name]: bad_value });
      assert.deepEqual(
        [status, json],
        [
          400,
          {
            result: 'error',
            msg: `Bad value for '${name}': ${bad_value}`,
            var_name: name,
            bad_value,
            code: 'REQUEST_VARIABLE_INVALID',
          },
        ],
      );
    }
  });
});
