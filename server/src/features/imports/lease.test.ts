import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { BrowserClient, getBrowser } from '../../../../tests/support/clients/browser.ts';
import { onEngine } from '../../../../tests/support/engines.ts';
import { slackZip } from '../../../../tests/support/fixtures/slack.ts';
import { haltedEngine, uploadArchive } from '../../../../tests/support/fixtures/web-imports.ts';
import { makeNodes } from '../../../../tests/support/nodes.ts';
import { makeS3 } from '../../../../tests/support/services/s3.ts';
import { until } from '../../../../tests/support/until.ts';
import type { DataExport } from '../../../../wire/exports.ts';
import type { ImportRequest } from '../../../../wire/imports.ts';
import { exporter } from '../exports/index.ts';
import { importer } from './importer.ts';

onEngine('postgres', 'Imports and exports that another node was asked for', () => {
  test('The node that holds the lease of imports takes up what another node was asked for, whose people see and stop it', async (t) => {
    const [here, there] = await makeNodes(t, (await makeS3(t)).config);
    for (const { app } of [here, there]) importer(app).engine = haltedEngine;
    // Whatever job there is, the other node is faster.
    await here.app.jobs.stop();
    const browser = new BrowserClient(there.url, (await getBrowser(here, 'ada')).cookie);
    assert.equal((await uploadArchive(browser, 'export.zip', slackZip())).status, 201);
    const find = async () => ((await browser.get('/heddle/imports')).json.imports as ImportRequest[])[0];
    const at = `/heddle/imports/${String((await find())?.id)}`;
    assert.equal((await browser.post(`${at}/check`, { choices: { product: 'slack' } })).status, 200);
    await there.app.jobs.runDue();
    assert.equal((await find())?.state, 'checking');
    assert.equal((await browser.post(`${at}/stop`)).status, 200);
    await until('the import is stopped', async () => {
      await here.app.nodes.beat();
      return (await find())?.state === 'stopped';
    });
  });

  test('The node that holds the lease of exports takes up what another node was asked for', async (t) => {
    const [here, there] = await makeNodes(t, (await makeS3(t)).config);
    const made: string[] = [];
    for (const [name, { app }] of Object.entries({ here, there }))
      exporter(app).make = () => {
        made.push(name);
        return Readable.from([Buffer.from('an archive')]);
      };
    await here.app.jobs.stop();
    const ada = there.as('ada');
    assert.equal((await ada.post('/export/realm')).status, 200);
    await there.app.jobs.runDue();
    await until('the export is there', async () => {
      await here.app.nodes.beat();
      const [one]: DataExport[] = (await ada.get('/export/realm')).json.exports;
      return one?.pending === false && one.export_url !== null;
    });
    assert.deepEqual(made, ['here']);
  });
});
