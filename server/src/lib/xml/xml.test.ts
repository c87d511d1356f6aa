import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml, XmlError } from './xml.ts';

const limits = { characters: 100_000, nodes: 100, depth: 10, attributes: 50 };
const parse = (text: string) => parseXml(text, limits);

test('A document within the limits is parsed, whatever it has between its elements', async () => {
  const text =
    '<?xml version="1.0"?>\n<!-- <a> --><m:a xmlns:m="urn:m" b=\'>"\' ><![CDATA[</m:a>]]><m:b/>&lt;\r\n<m:b>x</m:b ></m:a>\n';
  const document = await parse(text);
  assert.equal(document.getElementsByTagNameNS('urn:m', 'b').length, 2);
  assert.equal(document.documentElement.getAttribute('b'), '>"');
});

const refused: Readonly<Record<string, string>> = {
  'a document type': '<!DOCTYPE a><a/>',
  'a document type in lower case': '<!doctype a><a/>',
  'an element that is not closed': '<a><b></a>',
  'elements that close each other': '<a><b></a></b>',
  'two root elements': '<a/><b/>',
  'no element': 'a',
  'an unknown entity': '<a>&b;</a>',
  'an attribute that is given twice': '<a b="1" b="2"/>',
  'a tag in a tag': '<a <b/>/>',
  'a comment that is not closed': '<a><!-- </a>',
  'too many characters': `<a>${'x'.repeat(limits.characters)}</a>`,
  'too many elements': `<a>${'<b/>'.repeat(limits.nodes)}</a>`,
  'too many comments': `<a>${'<!---->'.repeat(limits.nodes)}</a>`,
  'too many processing instructions': `<a>${'<?b?>'.repeat(limits.nodes)}</a>`,
  'too many CDATA sections': `<a>${'<![CDATA[]]>'.repeat(limits.nodes)}</a>`,
  'elements that are nested too deeply': `${'<a>'.repeat(11)}${'</a>'.repeat(11)}`,
  'too many attributes': `<a>${'<b c="" d=""/>'.repeat(26)}</a>`,
  'an attribute that is too long': `<a b="${'x'.repeat(9000)}"/>`,
};

for (const [what, text] of Object.entries(refused))
  test(`A document with ${what} is refused`, () => assert.rejects(parse(text), XmlError));
