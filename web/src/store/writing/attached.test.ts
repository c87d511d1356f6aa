import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fileLink, joinFiles, joinTexts, splitFiles } from './attached.ts';

const png = fileLink('loom [2].png', '/user_uploads/2/ab/loom.png');
const wav = fileLink('shed.wav', '/user_uploads/2/cd/shed.wav');
const body = (text: string) => splitFiles(text).body;
const names = (text: string) => splitFiles(text).files.map(({ name }) => name);

test('Files at the end of a text, with their names, are no part of what is written', () => {
  assert.deepEqual(splitFiles(`Look:\n\n${png}\n${wav}`), {
    body: 'Look:',
    files: [
      { name: 'loom [2].png', url: '/user_uploads/2/ab/loom.png', link: png },
      { name: 'shed.wav', url: '/user_uploads/2/cd/shed.wav', link: wav },
    ],
  });
  assert.equal(body(`Look:\n${png}`), 'Look:', 'of a client that leaves no empty line');
  assert.deepEqual([body(png), names(png)], ['', ['loom [2].png']]);
});

test('A file within the text, and other links at its end, stay what is written', () => {
  for (const text of [
    `See ${png}`,
    `${png} is new`,
    `${png}\n\nis new`,
    '[elsewhere](https://example.com/user_uploads/2/ab/loom.png)',
    '[](/user_uploads/2/ab/loom.png)',
    '> [loom.png](/user_uploads/2/ab/loom.png)',
  ])
    assert.deepEqual(splitFiles(text), { body: text, files: [] });
});

test('Whatever is written above files stays as it is, with them beneath it', () => {
  const line = fc.constantFrom('', ' ', 'Look', '- item', '> quote', '```', png, `See ${wav}`);
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const written = lines.join('\n');
      const text = joinFiles(written, splitFiles(`${png}\n${wav}`).files);
      assert.deepEqual([body(text), names(text)].flat(), [written, 'loom [2].png', 'shed.wav'].flat());
    }),
  );
});

test('Texts that are joined have their files at the end', () => {
  assert.equal(joinTexts([`One\n\n${png}`, 'Two', '', wav]), `One\n\nTwo\n\n${png}\n${wav}`);
});
