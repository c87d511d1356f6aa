/** Which settings the doctor checks while a server runs. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { makePlace } from '../../../../../tests/support/engines.ts';
import { undoAfter } from '../../../../../tests/support/undo.ts';
import { loadConfig } from '../../../lib/config/config.ts';
import { silentLog } from '../../../lib/logging.ts';
import { loadSecrets, secretsPath } from '../../../lib/secrets-file.ts';
import { openApp } from '../../open-app.ts';
import { openAdminSocket } from '../socket/socket.ts';
import { examine } from './doctor.ts';
import { chooseSettings, compareSettings } from './running-settings.ts';

/** A server that was started with these flags and variables. */
async function startServer(t: TestContext, flags: Record<string, string>, env: Record<string, string> = {}) {
  const place = await makePlace('sqlite');
  undoAfter(t, () => place.remove());
  const data = place.dataDir;
  const config = loadConfig({ ...flags, data }, env);
  const app = await openApp({ config, secrets: loadSecrets(secretsPath({ data })), log: silentLog() });
  undoAfter(t, () => app.close());
  const socket = await openAdminSocket(app);
  undoAfter(t, () => socket.close());
  return data;
}

test('The doctor checks the flags and variables of the running server, and names them', async (t) => {
  const data = await startServer(
    t,
    { port: '7070', host: '127.0.0.2' },
    { HEDDLE_MAIL_FROM: 'loom@example.com' },
  );
  const { config, findings } = await chooseSettings(loadConfig({ data }, {}), true);
  assert.deepEqual(
    [config.port, config.host, config.mailFrom, config.sources.port],
    [7070, '127.0.0.2', 'loom@example.com', 'flag'],
  );
  assert.deepEqual(findings, [
    {
      name: 'configuration',
      state: 'ok',
      text:
        'All settings are valid. Checked: those of the running server, including flag --port (7070), flag --host (127.0.0.2), ' +
        'environment HEDDLE_MAIL_FROM (loom@example.com)',
    },
  ]);
});

test('The doctor checks a flag of its own in place of the one of the running server, and says so', async (t) => {
  const data = await startServer(t, { port: '7070' });
  const { config, findings } = await chooseSettings(loadConfig({ data, port: '8080' }, {}), true);
  assert.equal(config.port, 8080);
  const [, warning] = findings;
  assert.equal(warning?.state, 'warning');
  assert.match(warning.text, /^port is 8080 here \(flag --port\), and 7070 in the running server\./);
});

test('The doctor does not get the secrets of the running server, and says which it cannot check', async (t) => {
  const data = await startServer(t, { smtpUrl: 'smtp://ada:velvet-secret@127.0.0.1:2525' });
  const { config, findings } = await chooseSettings(loadConfig({ data }, {}), true);
  assert.equal(config.smtpUrl, undefined);
  assert.match(findings[1]?.text ?? '', /^The running server has smtp_url from flag --smtp-url,/);
  assert.doesNotMatch(JSON.stringify([config, findings]), /velvet-secret/);
  const examined = await examine({ data });
  for (const name of ['mail', 'mail sender', 'email links'])
    assert.deepEqual(
      examined.find((finding) => finding.name === name),
      {
        name,
        state: 'warning',
        text: 'Not tested: the running server has smtp_url from flag --smtp-url, which the doctor was not given',
      },
    );
});

test('The doctor warns of a setting in the file that the running server does not have yet', async (t) => {
  const data = await startServer(t, {});
  writeFileSync(join(data, 'heddle.toml'), 'max_invites = 7\n');
  const { config, findings } = await chooseSettings(loadConfig({ data }, {}), true);
  assert.equal(config.maxInvites, 7);
  assert.match(
    findings[1]?.text ?? '',
    /^max_invites is 7 here \(heddle\.toml\), and 100 in the running server\./,
  );
});

test('The doctor checks what it was given beside a server whose version lacks some settings', () => {
  const config = loadConfig({ data: '/nowhere', port: '8080' }, {});
  const { config: checked, findings } = compareSettings(config, {});
  assert.deepEqual([checked.port, findings.map(({ state }) => state)], [8080, ['ok']]);
});
