import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRow } from './csv.ts';

test('A row quotes texts, doubles quotation marks and keeps line breaks inside a cell', () => {
  assert.equal(csvRow([1, null, 'a "b", c', 'two\nlines', '']), '1,,"a ""b"", c","two\nlines",""\r\n');
});

test('A text that a spreadsheet would run as a formula begins with an apostrophe', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t1', ' =1', '\uff1d1', '\u200b=1'];
  for (const text of formulas) assert.equal(csvRow([text]), `"'${text}"\r\n`, JSON.stringify(text));
  for (const [text, cell] of [
    ['a;=1', "a;'=1"],
    ['a; @SUM(A1);b', "a;' @SUM(A1);b"],
    ['a\n+1', "a\n'+1"],
    ['\t=1', "'\t'=1"],
    ['\r =1', "'\r' =1"],
    ['\n\n+1', "'\n\n'+1"],
  ] as const)
    assert.equal(
      csvRow([text]),
      `"${cell}"\r\n`,
      'also inside of a cell that it cuts at a semicolon or line',
    );
  const long = '\n'.repeat(200_000);
  assert.equal(csvRow([long]), `"'${long}"\r\n`, 'looked at once, however long');
  for (const text of ['1-2', '[1,-1]', 'a=b', "'=1", 'ada@example.com'])
    assert.equal(csvRow([text]), `"${text}"\r\n`);
});
