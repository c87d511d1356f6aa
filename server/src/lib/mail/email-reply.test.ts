import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTaken, parseReply } from './email-reply.ts';
import { dayMs, openReplyAddress, replyAddress, validDays } from './reply-address.ts';
import { replyTextIn } from './reply-text.ts';

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

const secrets = { serverKey: Buffer.alloc(32, 7) };
const pattern = 'Reply+%s@example.com';
const about = { orgId: 2, userId: 4711, messageId: 123_456_789_012 };
const now = 20_514 * dayMs + 5;
const address = replyAddress(secrets, pattern, about, now);

test('A reply address identifies user and message, even with letters in another case', () => {
  assert.ok((address.split('@')[0] ?? '').length <= 64);
  for (const form of [address, address.toLowerCase(), address.toUpperCase(), ` ${address} `])
    assert.deepEqual(openReplyAddress(secrets, pattern, form, now), about);
});

test('A forged reply address is refused', () => {
  const other = replyAddress(secrets, pattern, { ...about, userId: 4712 }, now);
  const [mine = '', theirs = ''] = [address, other].map((one) => one.split('@')[0] ?? '');
  const forged = `${theirs.slice(0, -24)}${mine.slice(-24)}@example.com`;
  const strange = { serverKey: Buffer.alloc(32, 8) };
  for (const one of [
    forged,
    '',
    '@',
    'reply+@example.com',
    'reply+1-2-3@example.com',
    `x${address}`,
    `${address}.org`,
  ])
    assert.equal(openReplyAddress(secrets, pattern, one, now), 'unknown');
  assert.equal(openReplyAddress(strange, pattern, address, now), 'unknown');
});

test('A reply address is valid for a month', () => {
  assert.deepEqual(openReplyAddress(secrets, pattern, address, now + validDays * dayMs), about);
  assert.equal(openReplyAddress(secrets, pattern, address, now + (validDays + 1) * dayMs), 'expired');
});

const table: [what: string, text: string, reply: string][] = [
  ['nothing else', 'Yes.\n\nAt noon.\n', 'Yes.\n\nAt noon.'],
  ['a quotation under it', 'Yes.\n\nOn Mon, 2 Mar 2026 at 10:00, Ben wrote:\n> Come?\n> Soon?\n', 'Yes.'],
  [
    'a quotation whose first line was broken',
    'Yes.\n\nOn Mon, 2 Mar 2026 at 10:00, Ben Okafor via Weavers\n<ben@example.com> wrote:\n\n> Come?\n',
    'Yes.',
  ],
  ['a quotation right under it', 'Yes.\nOn 2 March, Ben wrote:\n> Come?', 'Yes.'],
  ['German', 'Ja.\n\nAm 02.03.26 um 10:00 schrieb Ben:\n> Kommst du?', 'Ja.'],
  ['French', 'Oui.\n\nLe lun. 2 mars 2026 à 10:00, Ben a écrit :\n> Viens ?', 'Oui.'],
  ['an reply between quotations', '> Come?\nYes.\n> When?\nAt noon.', 'Yes.\nAt noon.'],
  ['an reply under the quotation', 'On 2 March, Ben wrote:\n> Come?\n\nYes.', 'Yes.'],
  ['an unmarked quotation', 'Yes.\n\nOn 2 March, Ben wrote:\n\nCome?\nSoon?', 'Yes.'],
  [
    'the header that Outlook puts',
    'Yes.\n\n________________________________\nFrom: Ben\nSent: Monday\nTo: Ada\nSubject: x\n\nCome?',
    'Yes.',
  ],
  ['the same in German', 'Ja.\n\nVon: Ben\nGesendet: Montag\nAn: Ada\n\nKommst du?', 'Ja.'],
  ['a separator', 'Yes.\n\n-----Original Message-----\nCome?', 'Yes.'],
  ['a signature', 'Yes.\n-- \nAda\nWeavers Ltd', 'Yes.'],
  ['the name of a telephone', 'Yes.\n\nSent from my iPhone', 'Yes.'],
  [
    'the name of a telephone over a quotation',
    'Ja.\n\nVon meinem iPhone gesendet\n\nAm 02.03.26 schrieb Ben:\n> Na?',
    'Ja.',
  ],
  ['a list and a rule', 'Take:\n- 3 looms\n---\nOn 2 tables.', 'Take:\n- 3 looms\n---\nOn 2 tables.'],
  ['a sentence that ends with a colon', 'On the table:\n\nlooms', 'On the table:\n\nlooms'],
  ['a sentence of old', 'As\nOn 2 March Ben wrote:\nno looms.', 'As\nOn 2 March Ben wrote:\nno looms.'],
  [
    'many lines like that',
    `As\n${'On 2 March Ben wrote:\n'.repeat(900)}.`,
    `As\n${'On 2 March Ben wrote:\n'.repeat(900)}.`,
  ],
  ['only a quotation', '> Come?\n', ''],
  ['nothing', '\n\n', ''],
];

for (const [what, text, reply] of table)
  test(`The text of a reply with ${what} is extracted`, () => {
    assert.equal(replyTextIn(text), reply);
    assert.equal(replyTextIn(text.replaceAll('\n', '\r\n')), reply);
  });
