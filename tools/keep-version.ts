/**
 * node tools/run.mjs tools/keep-version.ts <version>
 * Keeps what this version stores, so that every later one is tested on it: a data folder with an SQLite database, and an archive,
 * which a later version restores into PostgreSQL with the schema of this one before it upgrades. Run once, when a version is
 * released, and never changed afterwards.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../server/src/db/migrations/index.ts';
import { makeArchive } from '../tests/support/fixtures/archives.ts';
import { upload } from '../tests/support/files.ts';
import { say, sendDirect } from '../tests/support/talk.ts';
import { makeWorld, type World } from '../tests/support/world.ts';
import type { KeptFacts } from '../tests/upgrades/kept.ts';
import { showHelp } from './options.ts';

showHelp(import.meta.filename);
const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) throw new Error('Give the version, such as 1.2.0.');
const folder = join(import.meta.dirname, '../tests/upgrades/versions', version);
mkdirSync(folder, { recursive: true });
const ends: (() => Promise<void>)[] = [];
const world = await makeWorld({ after: (end) => void ends.push(end) }, 'sqlite', { alone: true });
const facts = await live(world);
writeFileSync(join(folder, 'archive'), (await makeArchive(world.app.config)).bytes);
const { data } = world.app.config;
new DatabaseSync(join(data, 'heddle.db')).exec(`VACUUM INTO '${join(data, 'copy.db')}'`);
const stored = ['--transform=s/copy.db/heddle.db/', 'copy.db', 'uploads'];
execFileSync('tar', ['-czf', join(folder, 'data.tar.gz'), '-C', data, ...stored]);
writeFileSync(join(folder, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
for (const end of ends) await end();
rmSync(data, { recursive: true, force: true });
console.log(`kept in ${folder}: ${String(readFileSync(join(folder, 'archive')).length)} bytes of archive`);

/** A little of everything that people do. */
async function live(stage: World): Promise<KeptFacts> {
  const { people } = stage;
  for (const topic of ['lunch', 'Zażółć 😀', ''])
    for (const who of ['ada', 'dan', 'eve'] as const)
      await say(stage, who, 'general', topic, `${who} on ${topic}`);
  const file = await upload(stage, 'dan', { name: 'Zażółć.txt' });
  const id = await say(stage, 'dan', 'general', 'files', `shuttle **and** [file](${file.url})`);
  await sendDirect(stage, 'ada', ['ben'], 'only for Ben');
  const call = async (reply: Promise<{ status: number; json: { msg?: unknown } }>) => {
    const { status, json } = await reply;
    if (status !== 200) throw new Error(String(json.msg));
  };
  const [ada, eve] = [stage.as('ada'), stage.as('eve')];
  await call(eve.post(`/messages/${String(id)}/reactions`, { emoji_name: 'tada' }));
  await call(eve.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' }));
  await call(
    stage.as('dan').patch(`/messages/${String(id)}`, { content: `shuttle, edited, [file](${file.url})` }),
  );
  await call(ada.post('/user_groups/create', { name: 'makers', description: '', members: [people.dan.id] }));
  await call(
    ada.post('/channels/create', { name: 'secret', subscribers: [people.ada.id], invite_only: true }),
  );
  await call(ada.post('/bots', { full_name: 'Loom', short_name: 'loom', bot_type: 1 }));
  await call(
    ada.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' }),
  );
  await call(ada.post('/invites/multiuse', { stream_ids: [] }));
  await call(ada.patch('/realm', { message_retention_days: 3650 }));
  await call(
    stage
      .as('ben')
      .post('/drafts', { drafts: [{ type: 'private', to: [people.ada.id], topic: '', content: 'later' }] }),
  );
  await call(ada.delete(`/users/${String(people.cleo.id)}`));
  const { json } = await stage
    .as('dan')
    .get('/messages', { anchor: 'newest', num_before: 100, num_after: 0 });
  const messages = (json.messages as { id: number; content: string }[]).map(({ id: one, content }) => ({
    id: one,
    content,
  }));
  return {
    version,
    migrations: migrations.length,
    people: { ada: people.ada, dan: people.dan },
    file: file.url,
    messages,
  };
}
