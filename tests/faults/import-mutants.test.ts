/**
 * Imports of archives that were mutated at random. The long form: HEDDLE_TEST_IMPORT_MUTANTS=300 npm test -- import-mutants
 * HEDDLE_TEST_IMPORT_ENGINE=postgres imports into PostgreSQL, which refuses some values that SQLite stores.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chance } from '../../server/src/app/demo/random.ts';
import type { ImportOptions } from '../../server/src/transfer/import/options.ts';
import { StartRefused } from '../../server/src/lib/start-refused.ts';
import { onEngine, type Engine } from '../support/engines.ts';
import { runArchiveImport } from '../support/fixtures/imports.ts';
import { discordZip, matrixZip, rocketChatZip, teamsZip } from '../support/fixtures/more-exports.ts';
import { mutant } from '../support/fixtures/mutants.ts';
import { mattermostZip, plainZip, zulipZip } from '../support/fixtures/other-exports.ts';
import { slackZip } from '../support/fixtures/slack.ts';
import { makeWorld, type World } from '../support/world.ts';

const given = process.env.HEDDLE_TEST_IMPORT_MUTANTS;
const mutants = Number(given ?? 4);
/** The short form is the same each time. */
const chosen = given === undefined ? 1 : Math.floor(Math.random() * 1e9);
const engine: Engine = process.env.HEDDLE_TEST_IMPORT_ENGINE === 'postgres' ? 'postgres' : 'sqlite';
const seed = Number(process.env.HEDDLE_TEST_IMPORT_SEED ?? chosen);

const archives: readonly (readonly [ImportOptions['product'], () => Buffer])[] = [
  ['slack', slackZip],
  ['mattermost', mattermostZip],
  ['zulip', zulipZip],
  ['rocketchat', rocketChatZip],
  ['discord', discordZip],
  ['matrix', matrixZip],
  ['teams', teamsZip],
  ['csv', plainZip],
];

/** Dry, then for good. What is no export at all is refused with a reason; everything else is imported or reported. */
async function tryImport(world: World, bytes: Buffer, options: Partial<ImportOptions>): Promise<void> {
  for (const dryRun of [true, false])
    try {
      const report = await runArchiveImport(world, bytes, { ...options, dryRun });
      assert.ok(report.problems.every(({ place, reason }) => place !== '' && reason !== ''));
      assert.doesNotMatch(
        JSON.stringify(report.problems_by_reason),
        /Cannot read|is not a function|is not iterable/,
      );
    } catch (error) {
      assert.ok(error instanceof StartRefused, `${dryRun ? 'dry ' : ''}${String((error as Error).stack)}`);
    }
}

const runStates = async (world: World): Promise<string[]> =>
  (
    await world.app.db.read.q
      .selectFrom('import_run')
      .select('state')
      .distinct()
      .where('org_id', '=', world.orgId)
      .execute()
  ).map(({ state }) => state);

onEngine(engine, 'Mutated archives', () => {
  for (const [product, makeArchive] of archives)
    test(`Each of ${mutants} mutated archives of ${product} is imported or refused with a reason, and a valid one is imported afterwards`, async (t) => {
      const world = await makeWorld(t, engine);
      for (let n = 0; n < mutants; n++) {
        const number = (seed + n) % 2 ** 31;
        try {
          await tryImport(world, mutant(makeArchive(), new Chance(number)), {
            product,
            source: `mutant ${n}`,
          });
        } catch (error) {
          throw new Error(`HEDDLE_TEST_IMPORT_SEED=${number} HEDDLE_TEST_IMPORT_MUTANTS=1`, { cause: error });
        }
      }
      assert.deepEqual(
        (await runStates(world)).filter((state) => state !== 'done'),
        [],
      );
      const { counts } = await runArchiveImport(world, makeArchive(), { product, source: 'valid' });
      assert.ok(counts.messages.added > 0);
    });
});
