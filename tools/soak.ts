/**
 * npm run soak [-- <option of npm test>…]
 * npm run soak -- --nodes 3 --rounds 50: nodes that are killed and frozen behind HAProxy, see tests/faults/nodes-soak.ts
 * The long form of the tests with a configurable duration: random operations beside the model, compared after
 * each one, servers that are killed, and backups of servers under load, each restored into the other database. Takes an
 * hour or two; each run has a seed of its own, which it prints.
 */
import { showHelp } from './options.ts';

showHelp(import.meta.filename);
const long = {
  HEDDLE_TEST_MODEL_RUNS: '200',
  HEDDLE_TEST_MODEL_SECONDS: '480',
  HEDDLE_TEST_MODEL_BETWEEN: '1',
  HEDDLE_TEST_MODEL_SEED: String(Date.now() % 1_000_000),
  HEDDLE_TEST_KILL_ROUNDS: '50',
  HEDDLE_TEST_BACKUPS: '200',
  HEDDLE_TEST_IMPORT_KILLS: '20',
  HEDDLE_TEST_MINUTES: '60',
};
if (process.argv.includes('--nodes')) await import('../tests/faults/nodes-soak.ts');
else {
  // What someone asks for goes before.
  process.env = { ...long, ...process.env };
  process.argv.push(
    'tests/model/model',
    'tests/faults/kill',
    'tests/faults/import-kill',
    'cli/archives/archive-commands',
  );
  await import('./test.ts');
}

export {};
