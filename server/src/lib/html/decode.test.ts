import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodePage } from './decode.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

test('The encoding of a page is that of its mark, else of the header, else of the page, else UTF-8', () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('wéb', 'utf16le')]);
  assert.equal(decodePage(utf16, 'text/html; charset=latin1'), 'wéb');
  assert.equal(decodePage(latin('wéb'), 'text/html; charset="ISO-8859-1"'), 'wéb');
  const declared = '<meta charset="windows-1252">wéb';
  assert.equal(decodePage(latin(declared), 'text/html'), declared);
  const old = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">wéb';
  assert.equal(decodePage(latin(old), 'text/html'), old);
  assert.equal(decodePage(Buffer.from('wéb'), 'text/html'), 'wéb');
});

test('Pages in Japanese, Russian and Chinese encodings are decoded', () => {
  const page = (label: string, bytes: number[]) =>
    decodePage(Buffer.concat([latin(`<meta charset=${label}>`), Buffer.from(bytes)]), 'text/html').split(
      '>',
    )[1];
  assert.equal(page('shift_jis', [0x93, 0xfa]), '日');
  assert.equal(page('koi8-r', [0xf4]), 'Т');
  assert.equal(page('gbk', [0xd6, 0xd0]), '中');
  assert.equal(page('euc-jp', [0xc6, 0xfc]), '日');
});

test('Unknown encodings and broken bytes lead to replacement characters, and to no failure', () => {
  const broken = Buffer.from([0x77, 0xff, 0xc0, 0x62]);
  for (const type of ['text/html', 'text/html; charset=no-such', 'text/html; charset=', ''])
    assert.equal(decodePage(broken, type), 'w\uFFFD\uFFFDb');
  assert.equal(decodePage(Buffer.from('<meta charset="x-none">ü'), ''), '<meta charset="x-none">ü');
  assert.equal(decodePage(Buffer.from('<meta charset="utf-16">ü'), ''), '<meta charset="utf-16">ü');
});
