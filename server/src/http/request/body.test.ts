import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { UploadSlots } from './upload-slots.ts';

const message = { type: 'channel', to: 'general', topic: 'edge', content: 'hello' };

/** The body of a form with the boundary `cut`. */
function parted(fields: Record<string, string | Buffer>, type: string): Buffer<ArrayBuffer> {
  const header = type === '' ? '' : `Content-Type: ${type}\r\n`;
  const parts = Object.entries(fields).flatMap(([name, value]) => [
    Buffer.from(`--cut\r\nContent-Disposition: form-data; name="${name}"\r\n${header}\r\n`),
    Buffer.from(value as string),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from('--cut--\r\n')]);
}

onBothEngines('Request bodies', (engine) => {
  test('A form may have 1,000 fields, those with the same name included', async (t) => {
    const world = await makeWorld(t, engine);
    const send = (fields: number) =>
      world.as('dan').send('POST', '/messages/render', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `content=x${'&a=b'.repeat(fields - 1)}`,
      });
    assert.equal((await send(1000)).status, 200);
    const { status, json } = await send(1001);
    assert.deepEqual([status, json.code], [413, 'PAYLOAD_TOO_LARGE']);
  });

  test('A plus in a form is a space, and an encoded plus is one', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await world.as('dan').send('POST', '/messages/render', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'content=a+%2B+ü+b',
    });
    assert.deepEqual([status, json.rendered], [200, '<p>a + ü b</p>']);
  });

  test('A compressed body gets 415, and is not read as if it were not compressed', async (t) => {
    const world = await makeWorld(t, engine);
    const send = (encoding: string) =>
      world.as('dan').send('POST', '/messages/render', {
        headers: { 'content-encoding': encoding },
        body: new URLSearchParams({ content: 'x' }),
      });
    const { status, json } = await send('gzip');
    assert.deepEqual([status, json.code], [415, 'UNSUPPORTED_MEDIA_TYPE']);
    assert.equal((await send('Identity')).status, 200);
  });

  test('A body that is not UTF-8 is refused, and any other is kept unchanged', async (t) => {
    const world = await makeWorld(t, engine);
    const send = (type: string, body: Buffer<ArrayBuffer>) =>
      world.as('dan').send('POST', '/messages', { headers: { 'content-type': type }, body });
    const fields = new URLSearchParams({ type: 'channel', to: 'general', topic: 'edge' }).toString();
    const inForm = (content: Buffer) =>
      send(
        'application/x-www-form-urlencoded; charset=utf-8',
        Buffer.concat([Buffer.from(`${fields}&content=`), content]),
      );
    const inParts = (partType: string) => (content: Buffer) =>
      send('multipart/form-data; boundary=cut', parted({ ...message, content }, partType));
    const last = async () => {
      const { json } = await world.as('dan').get('/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        apply_markdown: false,
      });
      return json.messages[0]?.content as string | undefined;
    };
    const senders = [inForm, ...['', 'text/plain', 'text/plain; charset=UTF-8'].map(inParts)];
    for (const send of senders)
      for (const bytes of [
        [0x61, 0xff],
        [0xc3],
        [0xc3, 0x28],
        [0xc0, 0xaf],
        [0xed, 0xa0, 0x80],
        [0xf5, 0x80, 0x80, 0x80],
      ]) {
        const { status, json } = await send(Buffer.from(bytes));
        assert.deepEqual([status, json.code], [400, 'BAD_REQUEST']);
        assert.equal(json.msg, 'The request body is not valid UTF-8.');
      }
    assert.equal(await last(), undefined, 'nothing of it is stored');
    for (const [index, send] of senders.entries()) {
      const content = `${index} Crêpe 🥞 \ufffd`;
      assert.equal((await send(Buffer.from(content))).status, 200);
      assert.equal(await last(), content);
    }
    const json = 'application/json; charset=utf-8';
    const refused = await send(json, Buffer.from([0x22, 0xff, 0x22]));
    assert.deepEqual([refused.status, refused.json.msg], [400, 'The request body is not valid UTF-8.']);
    assert.equal((await send(json, Buffer.from('"é"'))).json.msg, "Missing 'type' argument");
  });

  test('A multipart body counts the last field of a name and is limited in number and size of fields', async (t) => {
    const world = await makeWorld(t, engine);
    const form = new FormData();
    for (const [name, value] of Object.entries(message)) form.set(name, value);
    form.append('content', 'x'.repeat(9000));
    form.append('content', 'the last');
    const { status, json } = await world.as('dan').send('POST', '/messages', { body: form });
    assert.equal(status, 200, json.msg);
    const { json: got } = await world.as('dan').get(`/messages/${json.id}`, { apply_markdown: false });
    assert.equal(got.message.content, 'the last');
    // With the message that was sent before.
    for (let i = [...form].length; i < 250; i++) form.append(`p${i}`, '');
    assert.equal((await world.as('dan').send('POST', '/messages', { body: form })).status, 200);
    form.append('one', 'more');
    const crowded = await world.as('dan').send('POST', '/messages', { body: form });
    assert.deepEqual([crowded.status, crowded.json.code], [413, 'PAYLOAD_TOO_LARGE']);
    const large = new FormData();
    large.set('content', 'x'.repeat(2 * 1024 * 1024 + 1));
    const refused = await world.as('dan').send('POST', '/messages', { body: large });
    assert.deepEqual([refused.status, refused.json.code], [413, 'PAYLOAD_TOO_LARGE']);
  });
});

test('Clients that disconnect before their upload is handled do not use up the upload slots of a user', async () => {
  const slots = new UploadSlots();
  const raw = new PassThrough();
  raw.destroy();
  await once(raw, 'close');
  for (let i = 0; i < 25; i++) {
    slots.take(1, { raw });
    await new Promise(setImmediate);
  }
});

test('An upload beyond the slots of a user is refused until another one ends', async () => {
  const slots = new UploadSlots();
  const raws = Array.from({ length: 20 }, () => new PassThrough());
  for (const raw of raws) slots.take(1, { raw });
  const raw = new PassThrough();
  assert.throws(() => slots.take(1, { raw }), { code: 'RATE_LIMIT_HIT' });
  slots.take(2, { raw });
  raws[0]?.destroy();
  await new Promise(setImmediate);
  slots.take(1, { raw });
});
