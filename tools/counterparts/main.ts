/**
 * npm run counterparts [-- --only openldap,dovecot] [-- --no-docs]
 * Runs Heddle with the real programs that it is connected with: installs their Debian packages where these are missing, starts each
 * one on the loopback in a folder of its own, uses it, breaks it, and prints a table. The table of the last run is in
 * docs/counterparts.md, which --no-docs leaves as it is. What cannot be installed is skipped, with its reason.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { errorMessage } from '../../server/src/lib/thrown.ts';
import { Stage, type CheckResult, type Counterpart } from './frame.ts';
import { findVersion, install } from './packages.ts';
import { updatePage, type Row } from './page.ts';
import { readOptions } from '../options.ts';
import { ceph } from './ceph.ts';
import { dovecot } from './dovecot.ts';
import { lemonldap } from './lemonldap.ts';
import { nats } from './nats.ts';
import { openldap } from './openldap.ts';
import { patroni } from './patroni.ts';
import { pebble } from './pebble.ts';
import { pgbouncer } from './pgbouncer.ts';
import { postfix } from './postfix.ts';
import { prometheus } from './prometheus.ts';
import { proxyCounterparts } from './proxies.ts';
import { samba } from './samba.ts';

/** The counterparts, in the order in which they run. */
const counterparts: Readonly<Record<string, Counterpart>> = {
  openldap,
  samba,
  lemonldap,
  dovecot,
  postfix,
  ...proxyCounterparts,
  nats,
  ceph,
  pgbouncer,
  patroni,
  pebble,
  prometheus,
};

const { values: options } = readOptions(import.meta.filename, {
  allowNegative: true,
  options: { only: { type: 'string' }, docs: { type: 'boolean', default: true } },
});
const asked = options.only?.split(',') ?? Object.keys(counterparts);
const unknown = asked.filter((name) => !Object.hasOwn(counterparts, name));
if (unknown.length > 0)
  throw new Error(
    `No such counterpart: ${unknown.join(', ')}. There are ${Object.keys(counterparts).join(', ')}.`,
  );

const rows: Row[] = [];
for (const [name, counterpart] of Object.entries(counterparts))
  if (asked.includes(name)) {
    const row = await run(name, counterpart);
    if (row) rows.push(row);
  }

console.log('');
console.table(
  Object.fromEntries(
    rows.map(({ title, version, results, seconds }) => [
      title,
      { version, checks: results.length, failed: countFailed(results), seconds },
    ]),
  ),
);
if (options.docs && rows.length > 0) {
  const page = new URL('../../docs/counterparts.md', import.meta.url);
  writeFileSync(page, updatePage(readFileSync(page, 'utf8'), rows, new Date()));
}
process.exitCode = rows.every(({ results }) => countFailed(results) === 0) ? 0 : 1;

async function run(name: string, { title, packages, prove }: Counterpart): Promise<Row | undefined> {
  const reason = await install(packages);
  if (reason !== undefined) {
    console.log(`counterparts: ${title} is skipped, ${reason}`);
    return undefined;
  }
  const [main = ''] = packages;
  const version = findVersion(main) ?? 'unknown';
  console.log(`\n${title} ${version}`);
  const stage = new Stage(name);
  const begun = performance.now();
  try {
    await prove(stage);
  } catch (error) {
    stage.results.push({ sentence: 'It starts, and is reached', failure: errorMessage(error) });
    console.log(error);
  } finally {
    await stage.close();
  }
  return { title, version, results: stage.results, seconds: Math.round((performance.now() - begun) / 1000) };
}

function countFailed(results: readonly CheckResult[]): number {
  return results.filter(({ failure }) => failure !== undefined).length;
}
