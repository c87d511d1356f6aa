import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elementsNamed, parseXml } from './xml.ts';

test('XML is read with its namespaces, attributes and references', () => {
  const root = parseXml(
    `<?xml version="1.0" encoding="UTF-8"?>\n<a xmlns="urn:a" xmlns:b="urn:b" c='"'>1 &lt; <b:d>&#x2028;2</b:d><e/></a>\n`,
  );
  assert.deepEqual(
    [root.name, root.namespace, root.attributes.c, root.text],
    ['a', 'urn:a', '"', '1 < \u20282'],
  );
  assert.deepEqual(
    elementsNamed(root, 'b:d').map(({ namespace, text }) => [namespace, text]),
    [['urn:b', '\u20282']],
  );
});

for (const source of [
  '',
  'text',
  '<a>',
  '<a></b>',
  '<a/><b/>',
  '<a>&nbsp;</a>',
  '<a>&</a>',
  '<a>&#0;</a>',
  '<a b="1" b="2"/>',
  '<a b="<"/>',
  '<a b=1/>',
  '<a>]]></a>',
  '<b:a/>',
  '<a b:c="1"/>',
  '<a>\u0001</a>',
  '<a>\uFFFF</a>',
  '<a><</a>',
])
  test(`XML that is not well-formed is refused: ${JSON.stringify(source)}`, () => {
    assert.throws(() => parseXml(source));
  });
