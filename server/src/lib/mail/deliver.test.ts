import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { loadConfig } from '../config/config.ts';
import { deliverEmail, readOutbox } from './deliver.ts';
import { parseEmail, type ReadEmail } from './read.ts';

/** One email as it lies in the outbox, and as it is read from there. */
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

test('An email has a sender of its own, the HTML beside the text, and images within it', async (t) => {
  const data = await mkdtemp(join(tmpdir(), 'heddle-mail-'));
  t.after(() => rm(data, { recursive: true }));
  const html = `<p>Größe</p><img src="cid:image1"><p>${'x'.repeat(200)}</p>`;
  await deliverEmail(
    loadConfig({ data, mailFrom: 'Weavers <chat@weavers.example>' }, {}),
    {
      to: 'dan@example.com',
      subject: 'Looms',
      text: `Größe\n\n${link}`,
      html,
      senderName: 'Cléo "C." Marchand\r\nBcc: eve@example.com',
      thread: { id: 'root.7', root: 'root' },
      unsubscribeUrl: 'https://weavers.example/unsubscribe/token',
    },
    [{ cid: 'image1', contentType: 'image/webp', content: Buffer.from('picture') }],
  );
  const [file = ''] = await readOutbox(data);
  const read = parseEmail(file);
  assert.ok(file.includes(`\r\n${link}\r\n`));
  assert.deepEqual([read.text, read.html], [`Größe\n\n${link}`, html]);
  assert.match(read.from, /^"?Cléo .*Marchand Bcc: eve@example\.com"? <chat@weavers\.example>$/);
  assert.doesNotMatch(file, /^Bcc:/m);
  assert.match(file, /^Content-Type: multipart\/alternative;/m);
  assert.match(file, /^Content-ID?: <image1>$/im);
  assert.ok(file.includes(Buffer.from('picture').toString('base64')));
  assert.deepEqual(
    ['Message-ID', 'In-Reply-To', 'References', 'List-Unsubscribe', 'List-Unsubscribe-Post'].map(read.header),
    [
      '<root.7@weavers.example>',
      '<root@weavers.example>',
      '<root@weavers.example>',
      '<https://weavers.example/unsubscribe/token>',
      'List-Unsubscribe=One-Click',
    ],
  );
});
