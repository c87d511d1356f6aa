import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BrowserClient, getBrowser } from '../../../../tests/support/clients/browser.ts';
import { onEngine } from '../../../../tests/support/engines.ts';
import { slackZip } from '../../../../tests/support/fixtures/slack.ts';
import { finishImports, uploadArchive } from '../../../../tests/support/fixtures/web-imports.ts';
import { makeNodes } from '../../../../tests/support/nodes.ts';
import { makeS3 } from '../../../../tests/support/services/s3.ts';
import { until } from '../../../../tests/support/until.ts';
import type { World } from '../../../../tests/support/world.ts';
import type { ImportReport, ImportRequest } from '../../../../wire/imports.ts';
import { makeImportEngine } from '../../transfer/import/engine.ts';
import type { ImportEngine } from './attempt.ts';
import { importer } from './importer.ts';

const choices = { product: 'slack', downloads: false };

/** Does all of an import, then neither ends nor says so, as a node whose process has frozen. */
function freezing(world: World): { engine: ImportEngine; frozen: Promise<void>; lost: Promise<unknown> } {
  const real = makeImportEngine(world.app);
  const frozen = Promise.withResolvers<undefined>();
  const lost = Promise.withResolvers<unknown>();
  const engine: ImportEngine = {
    ...real,
    async run(orgId, archive, work) {
      work.progress(await real.run(orgId, archive, work));
      frozen.resolve(undefined);
      work.signal.addEventListener('abort', () => lost.resolve(work.signal.reason));
      throw await lost.promise;
    },
  };
  return { engine, frozen: frozen.promise, lost: lost.promise };
}

/** As if the one node had sent no heartbeat for ten seconds: the other takes its leases over. */
async function takeOver(silent: World, other: World): Promise<void> {
  await until('the other node holds the lease', async () => {
    await other.app.db.write(0, 'system', async (tx) => {
      const id = silent.app.nodes.claimant?.id;
      await tx.connection.run('UPDATE node SET seen_at = seen_at - 10000 WHERE id = $1', [id]);
    });
    await other.app.nodes.beat();
    const leases = await other.app.db.read.q.selectFrom('lease').select('holder').execute();
    return leases.every(({ holder }) => holder === other.app.nodes.claimant?.id);
  });
}

onEngine('postgres', 'Imports by the web on several nodes', () => {
  test('An import is seen from every node, and the one that takes over from a node that is gone finishes it from the bucket', async (t) => {
    const s3 = await makeS3(t);
    const [here, there] = await makeNodes(t, s3.config);
    const browser = await getBrowser(here, 'ada');
    const elsewhere = new BrowserClient(there.url, browser.cookie);
    const stateOn = async (node: BrowserClient) =>
      ((await node.get('/heddle/imports')).json.imports as ImportRequest[])[0];
    assert.equal((await uploadArchive(browser, 'export.zip', slackZip())).status, 201);
    const at = `/heddle/imports/${(await stateOn(elsewhere))?.id}`;
    assert.equal((await elsewhere.post(`${at}/start`, { choices })).status, 200);

    const { engine, frozen, lost } = freezing(here);
    importer(here.app).engine = engine;
    let isFrozen = false;
    void frozen.then(() => (isFrozen = true));
    // Whichever node runs the job, the one that holds the lease begins.
    await until('the import is under way', async () => {
      await here.app.nodes.beat();
      return isFrozen;
    });
    await until('the other node shows the progress', async () => {
      const seen = await stateOn(elsewhere);
      return seen?.state === 'importing' && (seen.progress?.messages ?? 0) > 10;
    });

    await takeOver(here, there);
    assert.equal(((await lost) as Error).name, 'FenceLost');
    await importer(here.app).idle();
    assert.equal((await stateOn(browser))?.state, 'importing');
    // The first node still takes jobs: one that it runs just now begins nothing, and comes again.
    await until('the other node has finished the import', async () => {
      await finishImports(there);
      return (await stateOn(browser))?.state !== 'importing';
    });
    const { json } = await browser.get(at);
    const report: ImportReport = json.report;
    assert.equal((json.import as ImportRequest).state, 'imported');
    assert.deepEqual([report.counts.messages.added, report.counts.messages.known > 10], [0, true]);
    await until('the archive is deleted from the bucket', async () => {
      await there.app.jobs.runDue(Date.now() + 60_000);
      return [...s3.objects.keys()].every((key) => !key.startsWith('imports/'));
    });
  });
});
