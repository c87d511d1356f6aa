import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replyTextIn } from './reply-text.ts';

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
