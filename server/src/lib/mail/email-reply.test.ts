import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTaken, parseReply } from './email-reply.ts';

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
    writer: 'person',
  });
});

test('The addresses of an email are found among words of any length', async () => {
  const To = `${'a'.repeat(20_000)} <reply+abc@example.com>, @, a@`;
  const reply = await parseReply(mail({ To }));
  assert.deepEqual(reply.addresses, ['reply+abc@example.com']);
});

test('An email without a Message-ID is identified by its content', async () => {
  const id = async (text: string) => (await parseReply(Buffer.from(`From: a@b.c\n\n${text}`))).id;
  assert.equal(await id('x'), await id('x'));
  assert.notEqual(await id('x'), await id('y'));
});

test('An email says who wrote it: a person, a program, one that answers, or this server', async () => {
  const writer = async (headers: Record<string, string>) =>
    (await parseReply(mail(headers), undefined, 'chat@example.com')).writer;
  const expected: Record<string, Record<string, string>[]> = {
    person: [
      { 'Auto-Submitted': 'no' },
      { Precedence: 'first-class' },
      { 'Return-Path': '<a@b.c>' },
      { 'X-Loop': 'someone@example.com' },
    ],
    program: [
      { 'auto-submitted': 'Auto-Generated; x=y' },
      { 'Auto-Submitted': 'auto-notified' },
      { Precedence: 'list' },
      { Precedence: 'bulk' },
    ],
    responder: [
      { 'Auto-Submitted': 'auto-replied' },
      { Precedence: 'auto_reply' },
      { 'X-Autoreply': 'yes' },
      { 'Return-Path': '<>' },
      { Precedence: 'bulk', 'Auto-Submitted': 'auto-replied' },
      { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=a' },
    ],
    ourselves: [{ 'Auto-Submitted': 'auto-generated', 'X-Loop': 'chat@example.com' }],
  };
  for (const [name, cases] of Object.entries(expected))
    for (const headers of cases) assert.equal(await writer(headers), name, JSON.stringify(headers));
  const taken = (isForChannel: boolean) =>
    (['person', 'program', 'responder', 'ourselves'] as const).filter((one) =>
      isTaken(one, { isForChannel }),
    );
  assert.deepEqual([taken(true), taken(false)], [['person', 'program'], ['person']]);
});
