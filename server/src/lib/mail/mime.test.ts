import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readMail } from './mime.ts';

const mail = (text: string, encoding: BufferEncoding = 'utf8') =>
  readMail(Buffer.from(text.replaceAll('\n', '\r\n'), encoding));

test('A plain email is parsed into text and headers, folded ones included', () => {
  const read = mail(
    'From: Ben\nTo: a@example.com,\n b@example.com\nReceived: 1\nReceived: 2\n\nHello\nthere\n',
  );
  assert.deepEqual(read.headers('to'), ['a@example.com, b@example.com']);
  assert.deepEqual(read.headers('received'), ['1', '2']);
  assert.deepEqual(read.headers('subject'), []);
  assert.deepEqual([read.text.trim(), read.attachments], ['Hello\nthere', 0]);
});

test('Email text is decoded from its transfer encoding and character set', () => {
  const head = (encoding: string, charset: string) =>
    `Content-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: ${encoding}\n\n`;
  const quoted = `${head('quoted-printable', '"utf-8"')}Gr=C3=BC=C3=9Fe, =\nBen =3D me`;
  assert.equal(mail(quoted).text, 'Grüße, Ben = me');
  const base = Buffer.from('Grüße').toString('base64');
  assert.equal(mail(head('base64', 'UTF-8') + base).text, 'Grüße');
  assert.equal(mail(`${head('8bit', 'iso-8859-1')}Grüße`, 'latin1').text, 'Grüße');
  assert.equal(mail(`${head('8bit', 'klingon')}Grüße`).text, 'Grüße');
});

test('The plain text of alternative parts is used, and attachments are counted', () => {
  const read = mail(`Content-Type: multipart/mixed; boundary="out"

This is for old programs.
--out
Content-Type: multipart/alternative; boundary=in

--in
Content-Type: text/plain

Plain
--in
Content-Type: text/html

<p>Rich</p>
--in--
--out
Content-Type: application/pdf; name="a.pdf"
Content-Disposition: attachment; filename="a.pdf"

%PDF
--out
Content-Type: image/png
Content-ID: <logo>
Content-Disposition: inline

PNG
--out
Content-Type: text/plain
Content-Disposition: attachment

not said
--out--
after
`);
  assert.deepEqual([read.text.trim(), read.attachments], ['Plain', 2]);
});

test('Email parts are separated although the outer boundary is a prefix of the inner one', () => {
  const inner = 'Content-Type: multipart/alternative; boundary=a12\n\n--a12\n\nPlain\n--a12--\n';
  const read = mail(`Content-Type: multipart/mixed; boundary=a1\n\n--a1\n${inner}--a1\n\nMore\n--a1--\n`);
  assert.equal(read.text, 'Plain\nMore');
});

test('An HTML-only email is converted to text without quotations', () => {
  const html = `<html><head><title>x</title><style>p { }</style></head><body><!-- <p>no</p> -->
    <p>Yes,&nbsp;I&#39;ll   come &amp; help.</p><ul><li>one</li><li>two</li></ul>
    <div class="gmail_quote"><div>Ben wrote:</div><blockquote>Come?</blockquote></div><div>Bye<br>Ada</div></body></html>`;
  const { text } = mail(`Content-Type: text/html\n\n${html}`);
  assert.equal(text, "Yes, I'll come & help.\n\n- one\n- two\n\nBye\nAda");
  const outlook = '<p>Yes</p><div id="divRplyFwdMsg">From: Ben</div><p>Come?</p>';
  assert.equal(mail(`Content-Type: text/html\n\n${outlook}`).text, 'Yes');
});

test('Wrapped lines of an email (format=flowed) are joined', () => {
  const flowed = 'Content-Type: text/plain; format=flowed\n\none \ntwo\n> quoted \n> more\n-- \nAda\n';
  assert.equal(mail(flowed).text, 'one two\n> quoted \n> more\n-- \nAda\n');
});

test('Any email input is parsed to its end', () => {
  const part = fc.constantFrom(
    'Content-Type: multipart/mixed; boundary=a',
    '--a',
    '--a--',
    '',
    '<!--',
    '<p',
    '&#x;',
    '=',
    '> ',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string({ unit: 'binary' }))), (lines) => {
      assert.equal(typeof mail(lines.join('\n')).text, 'string');
    }),
    { numRuns: 200 },
  );
  const nested = 'Content-Type: multipart/mixed; boundary=a\n\n--a\n'.repeat(5000);
  assert.equal(mail(nested).text, '');
});

test('An email of many header fields of one name is parsed like any other', () => {
  const long = mail(`${'X-Note: 1\n'.repeat(200_000)}\nYes.`);
  assert.deepEqual([long.text, long.headers('x-note').length], ['Yes.', 200_000]);
});
