import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '../../../../tests/support/checks/xml.ts';
import { xml, xmlDocument } from './sitemap.ts';

test('Hostile text stays text in XML, as an element and as an attribute', () => {
  for (const text of [
    '</title><script>',
    ']]>',
    '"\'&amp;&',
    '\u2028\u2029',
    '<!-- -->',
    '<![CDATA[x]]>',
    '🧶',
  ]) {
    const root = parseXml(xmlDocument(xml`<a b="${text}">${text}</a>`));
    assert.deepEqual([root.text, root.attributes.b, root.children], [text, text, []]);
  }
});

test('Characters that XML does not allow are omitted', () => {
  const root = parseXml(
    xmlDocument(xml`<a>${'1\u0000\u0008\u000B\u001F\uFFFE\uFFFF\uD800\uDC00\uD8002\uDC003'}</a>`),
  );
  assert.equal(root.text, '1\u{10000}23');
});
