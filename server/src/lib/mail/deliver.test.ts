import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { loadConfig } from '../config/config.ts';
import { deliverEmail, readOutbox } from './deliver.ts';
import { parseEmail, type ReadEmail } from './read.ts';

/** One e-mail as it lies in the outbox, and as it is read from there. */
async function delivered(
  t: TestContext,
  text: string,
): Promise<{ file: string; head: string; read: ReadEmail }> {
  const data = await mkdtemp(join(tmpdir(), 'heddle-mail-'));
  t.after(() => rm(data, { recursive: true }));
  await deliverEmail(loadConfig({ data }, {}), { to: 'dan@example.com', subject: 'Größe', text });
  const [file = ''] = await readOutbox(data);
  return { file, head: file.slice(0, file.indexOf('\r\n\r\n')), read: parseEmail(file) };
}

const link = `https://chat.workshop.weavers.example.com:8443/join/${'k'.repeat(40)}?next=%2F&a==`;

test('An email in the outbox keeps its lines whole, so that links can be copied', async (t) => {
  const text = `Cléo wrote:\n\n${link}\n\nThe line after it ends with =`;
  const { file, head, read } = await delivered(t, text);
  assert.ok(file.includes(`\r\n${link}\r\n`));
  assert.match(head, /^Content-Transfer-Encoding: 8bit$/m);
  assert.match(head, /^Content-Type: text\/plain; charset=utf-8$/m);
  assert.match(head, /^Auto-Submitted: auto-generated$/m);
  assert.equal(head.match(/^Content-/gm)?.length, 2);
  assert.deepEqual([read.to, read.subject, read.text], ['dan@example.com', 'Größe', text]);
});

test('A line too long for mail servers is encoded without being broken', async (t) => {
  const text = `${'ü'.repeat(500)}\n${link}`;
  const { file, head, read } = await delivered(t, text);
  assert.ok(file.includes(`\r\n${link}\r\n`));
  assert.match(head, /^Content-Transfer-Encoding: binary$/m);
  assert.equal(read.text, text);
});
