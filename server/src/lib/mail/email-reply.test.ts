import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReply, type EmailReply } from './email-reply.ts';

const head = {
  From: '"Lindqvist, Eve" <eve@example.com>',
  To: 'Weavers <reply+abc@example.com>, dan@example.com',
  'Message-ID': '<1@example.com>',
};

const mail = (headers: Record<string, string>, body = 'Yes.\n\nOn 2 March, Dan wrote:\n> Come?\n') =>
  Buffer.from(
    [...Object.entries({ ...head, ...headers }).map(([name, value]) => `${name}: ${value}`), '', body].join(
      '\n',
    ),
  );

test('An email reply has its text, sender and recipient addresses', async () => {
  const reply = await parseReply(mail({ 'Delivered-To': 'in@example.com' }), 'reply+def@example.com');
  assert.deepEqual(reply, {
    addresses: ['reply+def@example.com', 'in@example.com', 'reply+abc@example.com', 'dan@example.com'],
    from: 'eve@example.com',
    text: 'Yes.',
    attachments: 0,
    id: '<1@example.com>',
  });
});

test('The addresses of an email are found among words of any length', async () => {
  const To = `${'a'.repeat(20_000)} <reply+abc@example.com>, @, a@`;
  const reply = (await parseReply(mail({ To }))) as EmailReply;
  assert.deepEqual(reply.addresses, ['reply+abc@example.com']);
});

test('An email without a Message-ID is identified by its content', async () => {
  const id = async (text: string) =>
    ((await parseReply(Buffer.from(`From: a@b.c\n\n${text}`))) as EmailReply).id;
  assert.equal(await id('x'), await id('x'));
  assert.notEqual(await id('x'), await id('y'));
});

test('An automatic email is not a reply', async () => {
  const automatic: Record<string, string>[] = [
    { 'Auto-Submitted': 'auto-replied' },
    { 'auto-submitted': 'Auto-Generated; x=y' },
    { Precedence: 'bulk' },
    { Precedence: 'auto_reply' },
    { 'X-Autoreply': 'yes' },
    { 'Return-Path': '<>' },
    { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=a' },
  ];
  for (const headers of automatic)
    assert.equal(await parseReply(mail(headers)), 'automatic', JSON.stringify(headers));
  for (const headers of [
    { 'Auto-Submitted': 'no' },
    { Precedence: 'first-class' },
    { 'Return-Path': '<a@b.c>' },
  ])
    assert.notEqual(await parseReply(mail(headers)), 'automatic');
});
