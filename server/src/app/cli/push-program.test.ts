import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { pushRelay } from '../../../../tests/support/services/push-relay.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { loadConfig } from '../../lib/config/config.ts';
import { makeProgram } from './program.ts';

function dataFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-'));
  undoAfter(t, () => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'heddle.toml'), 'base_url = "https://chat.example.com"\n');
  return folder;
}

/** The JSON value that a command prints. The test runner prints lines of its own in between. */
async function printedBy(t: TestContext, command: readonly string[]): Promise<Record<string, string>> {
  const { mock } = t.mock.method(process.stdout, 'write', () => true);
  await makeProgram().parseAsync(command, { from: 'user' });
  const texts = mock.calls.map((call) => String(call.arguments[0]));
  mock.restore();
  return JSON.parse(texts.findLast((text) => text.startsWith('{')) ?? '{}') as Record<string, string>;
}

test('heddle push enroll registers the server at a push relay, and prints settings that are accepted', async (t) => {
  const relay = await pushRelay(t);
  const data = dataFolder(t);
  const command = ['push', 'enroll', '--relay', relay.url, '--contact', 'ada@example.com', '--data', data];
  const printed = await printedBy(t, [...command, '--json']);
  assert.deepEqual(
    relay.of('server/register').map(({ body }) => body),
    [
      {
        zulip_org_id: printed.push_relay_id,
        zulip_org_key: printed.push_relay_key,
        hostname: 'chat.example.com',
        contact_email: 'ada@example.com',
      },
    ],
  );
  const env = {
    HEDDLE_PUSH_RELAY_URL: printed.push_relay_url,
    HEDDLE_PUSH_RELAY_ID: printed.push_relay_id,
    HEDDLE_PUSH_RELAY_KEY: printed.push_relay_key,
  };
  assert.equal(loadConfig({ data }, env).pushRelayUrl, relay.url);
});

test('heddle push enroll reports why a push relay refuses the server', async (t) => {
  const relay = await pushRelay(t);
  relay.response = { status: 400, json: { msg: 'chat.example.com is not a valid hostname' } };
  const command = ['push', 'enroll', '--relay', relay.url, '--contact', 'ada@example.com'];
  await assert.rejects(
    makeProgram().parseAsync([...command, '--data', dataFolder(t)], { from: 'user' }),
    /not a valid hostname/,
  );
});

test('heddle push key prints the same public key of 32 bytes whenever it is called', async (t) => {
  const command = ['push', 'key', '--json', '--data', dataFolder(t)];
  const [first, second] = [await printedBy(t, command), await printedBy(t, command)];
  assert.equal(Buffer.from(first.public_key ?? '', 'base64').length, 32);
  assert.deepEqual(second, first);
});
