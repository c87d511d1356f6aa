import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../../tests/support/checks/any-text.ts';
import { headerText } from './header-text.ts';
import { readMail } from './mime.ts';
import { writtenText } from './written-text.ts';

/** An email with its text as it is, besides what it says. */
async function mail(given: string, encoding: BufferEncoding = 'utf8') {
  const read = await readMail(Buffer.from(given.replaceAll('\n', '\r\n'), encoding));
  const text = read.texts.map(({ plain }) => plain ?? '').join('\n');
  return { ...read, text, written: () => writtenText(read) };
}

test('A plain email is parsed into text and headers, folded ones included', async () => {
  const read = await mail(
    'From: Ben\nTo: a@example.com,\n b@example.com\nReceived: 1\nReceived: 2\n\nHello\nthere\n',
  );
  assert.deepEqual(read.headers('to'), ['a@example.com, b@example.com']);
  assert.deepEqual(read.headers('received'), ['1', '2']);
  assert.deepEqual(read.headers('subject'), []);
  assert.deepEqual([read.text.trim(), read.attachments], ['Hello\nthere', 0]);
});

test('Email text is decoded from its transfer encoding and character set', async () => {
  const head = (encoding: string, charset: string) =>
    `Content-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: ${encoding}\n\n`;
  const quoted = `${head('quoted-printable', '"utf-8"')}Gr=C3=BC=C3=9Fe, =\nBen =3D me`;
  assert.equal((await mail(quoted)).text, 'Grüße, Ben = me');
  const base = Buffer.from('Grüße').toString('base64');
  assert.equal((await mail(head('base64', 'UTF-8') + base)).text, 'Grüße');
  assert.equal((await mail(`${head('8bit', 'iso-8859-1')}Grüße`, 'latin1')).text, 'Grüße');
  assert.equal((await mail(`${head('8bit', 'klingon')}Grüße`)).text, 'Grüße');
});

test('The plain text of alternative parts is used, and attachments are counted', async () => {
  const read = await mail(`Content-Type: multipart/mixed; boundary="out"

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

test('Email parts are separated although the outer boundary is a prefix of the inner one', async () => {
  const inner = 'Content-Type: multipart/alternative; boundary=a12\n\n--a12\n\nPlain\n--a12--\n';
  const read = await mail(
    `Content-Type: multipart/mixed; boundary=a1\n\n--a1\n${inner}--a1\n\nMore\n--a1--\n`,
  );
  assert.equal(read.text, 'Plain\nMore');
});

test('An HTML-only email is converted to text without quotations', async () => {
  const html = `<html><head><title>x</title><style>p { }</style></head><body><!-- <p>no</p> -->
    <p>Yes,&nbsp;I&#39;ll   come &amp; help.</p><ul><li>one</li><li>two</li></ul>
    <div class="gmail_quote"><div>Ben wrote:</div><blockquote>Come?</blockquote></div><div>Bye<br>Ada</div></body></html>`;
  const written = async (body: string) =>
    (await mail(`In-Reply-To: <1@a>\nContent-Type: text/html\n\n${body}`)).written();
  assert.equal(await written(html), "Yes, I'll come & help.\n\n- one\n- two\n\nBye\nAda");
  const outlook = '<p>Yes</p><div id="divRplyFwdMsg">From: Ben</div><p>Come?</p>';
  assert.equal(await written(outlook), 'Yes');
});

test('Wrapped lines of an email (format=flowed) are joined', async () => {
  const flowed = 'Content-Type: text/plain; format=flowed\n\none \ntwo\n> quoted \n> more\n-- \nAda\n';
  assert.equal((await mail(flowed)).text, 'one two\n> quoted \n> more\n-- \nAda\n');
});

test('Headers and texts are decoded although they name no character set, a wrong one or an old one', async () => {
  const subject = async (value: Buffer) => {
    const { headers } = await readMail(Buffer.concat([Buffer.from('Subject: '), value, Buffer.from('\n\n')]));
    return headers('subject')[0];
  };
  assert.equal(await subject(Buffer.from('Grüße aus Köln')), 'Grüße aus Köln');
  assert.equal(await subject(Buffer.from('Grüße', 'latin1')), 'Grüße');
  const text = async (charset: string, bytes: Buffer) => {
    const head = Buffer.from(`Content-Type: text/plain${charset}\n\n`);
    return writtenText(await readMail(Buffer.concat([head, bytes])));
  };
  assert.equal(await text('', Buffer.from('Grüße', 'latin1')), 'Grüße');
  assert.equal(await text('; charset=us-ascii', Buffer.from('Grüße')), 'Grüße');
  assert.equal(await text('; charset=cp932', Buffer.from([0x93, 0xfa, 0x96, 0x7b])), '日本');
  assert.equal(await text('; charset=utf-7', Buffer.from('Gr+APwA3w-e +- +AGE')), 'Grüße + a');
  const page = '<meta charset="koi8-r"><p>';
  const html = Buffer.concat([Buffer.from(`Content-Type: text/html\n\n${page}`), Buffer.from([0xf4])]);
  assert.equal(writtenText(await readMail(html)), 'Т');
});

test('Encoded words of a header are decoded together, since their boundary may cut a character', async () => {
  const [first, rest] = [
    Buffer.from('Grü').subarray(0, 3),
    Buffer.concat([Buffer.from('ü').subarray(1), Buffer.from('ße')]),
  ];
  const words = [first, rest].map((bytes) => `=?utf-8?b?${bytes.toString('base64')}?=`);
  assert.equal(headerText(`${words.join('\n ')} - =?iso-8859-1?q?f=FCr?= you`), 'Grüße - für you');
});

test('Names of files are read in pieces and other character sets, and files without a name are called what they are', async () => {
  const names = async (...heads: string[]) => {
    const parts = heads.map((head) => `--a\n${head}\n\nx\n`).join('');
    const { files } = await mail(`Content-Type: multipart/mixed; boundary=a\n\n${parts}--a--\n`);
    return files.map(({ name }) => name);
  };
  const file = 'Content-Type: application/pdf\nContent-Disposition: attachment';
  assert.deepEqual(
    await names(
      `${file}; filename*0*=utf-8''Gr%C3%BC; filename*1="sse "; filename*2*=%26.pdf`,
      `${file}; filename*=iso-8859-1''%A3.pdf`,
      `${file}; filename="Größe.pdf"`,
      file,
      'Content-Type: message/rfc822\n\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
      'Content-Type: text/calendar',
    ),
    ['Grüsse &.pdf', '£.pdf', 'Größe.pdf', 'file.pdf', 'Grüße.eml', 'invitation.ics'],
  );
});

test('Texts that are no alternatives are all shown, such as HTML under which a list puts its footer', async () => {
  const parts = (kind: string) =>
    mail(
      `Content-Type: multipart/${kind}; boundary=a\n\n--a\nContent-Type: text/html\n\n<p>The news</p>\n--a\n\nThe list\n--a--`,
    );
  assert.equal((await parts('mixed')).written(), 'The news\nThe list');
  assert.equal((await parts('alternative')).written(), 'The list');
});

test('What looks like a quotation is part of the text unless something says that the email is a reply', async () => {
  const body =
    'Hello! Forwarding this.\n\nFrom: Jo <j@x.example>\nTo: L <l@x.example>\nSubject: S\n\nThe original.';
  const written = async (head: string) => (await mail(`${head}\n\n${body}`)).written();
  assert.equal(await written('Subject: text'), body);
  assert.equal(await written('Subject: Fwd: text'), body);
  for (const head of ['Subject: Re: text', 'Subject: x\nIn-Reply-To: <1@a>', 'Subject: x\nReferences: <1@a>'])
    assert.equal(await written(head), 'Hello! Forwarding this.', head);
  const html = (
    await mail('Content-Type: text/html\n\n<p>Says</p><blockquote>Weave!</blockquote>')
  ).written();
  assert.equal(html, 'Says\n\n> Weave!');
});

test('Any email input is parsed to its end', async () => {
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
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(part, anyText())), async (lines) => {
      assert.equal(typeof (await mail(lines.join('\n'))).written(), 'string');
    }),
    { numRuns: 200 },
  );
});

test('The text of an email is the same with line breaks of either kind, and whether or not its last part is closed', async () => {
  const text = 'Content-Type: multipart/mixed; boundary=a\n\n--a\n\none\n\ntwo\n--a\nX: y\n\nthree';
  for (const end of ['', '\n--a--\nfour'])
    for (const given of [text + end, (text + end).replaceAll('\n', '\r\n')])
      assert.equal(writtenText(await readMail(Buffer.from(given))), 'one\n\ntwo\nthree');
});

test('Files of an email are decoded whole, whatever their size and encoding', async () => {
  const bytes = Buffer.from(Array.from({ length: 600_000 }, (_, n) => (n * 7919) % 256));
  const quoted = [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  const encoded = {
    base64: bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    'quoted-printable': quoted.replaceAll(/.{72}/g, '$&=\r\n'),
    binary: bytes.toString('latin1').replaceAll(/[\r\n]/g, 'x'),
  };
  for (const [encoding, body] of Object.entries(encoded)) {
    const head = `Content-Type: image/png\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
    const { files } = await readMail(Buffer.from(head + body, 'latin1'));
    const decoded = Buffer.concat([...(files[0]?.chunks() ?? [])]);
    assert.ok(decoded.equals(encoding === 'binary' ? Buffer.from(body, 'latin1') : bytes), encoding);
  }
});

test('What a hostile email has beyond the limits is left out', async () => {
  const fields = await mail(`${'X-Note: 1\n'.repeat(200_000)}\nYes.`);
  assert.ok(fields.headers('x-note').length <= 1000);
  const parts = await mail(`Content-Type: multipart/mixed; boundary=a\n\n${'--a\n\nx\n'.repeat(100_000)}`);
  assert.ok(parts.text.length < 1000, 'parts');
  const nested = await mail('Content-Type: multipart/mixed; boundary=a\n\n--a\n'.repeat(5000));
  assert.equal(nested.text, '');
  for (const [encoding, piece] of [
    ['quoted-printable', '=C3=BC'],
    ['base64', 'w7zDvMO8'],
    ['8bit', 'ü'],
  ] as const) {
    const body = piece.repeat(300_000);
    const { text } = await mail(`Content-Transfer-Encoding: ${encoding}\n\n${body}`);
    assert.ok(text.length <= 256 * 1024 && text.length >= 128 * 1024, `${encoding}: ${text.length}`);
    assert.match(text, /^[^\uFFFD]*$/, 'no character is cut in two');
  }
});
