import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlFaults } from './html-faults.ts';

const page = (body: string) =>
  `<!doctype html>\n<html><head><title>a</title></head><body>${body}</body></html>`;

test('A page without faults has none', () => {
  assert.deepEqual(
    htmlFaults(page('<main><p>a &amp; b<br><img src="/x" alt=""></p><ul><li>1</li></ul></main>')),
    [],
  );
});

test('What browsers would mend is found', () => {
  for (const body of [
    '<p>a',
    '<p><div></div></p>',
    '<span><p>a</p></span>',
    '</p>',
    '<b><i>a</b></i>',
    'a < b',
    'a > b',
    'a & b',
    '<a href="/"><span><a href="/"></a></span></a>',
    '<ul><p>a</p></ul>',
    '<ul>a</ul>',
    '<div><li>a</li></div>',
    '<p id="a"></p><p id="a"></p>',
    '<p id="a" id="b"></p>',
    '<img src="/x">',
    '<p style="color: red">a</p>',
    '<p onclick="x()">a</p>',
    '<p class=a>a</p>',
    '<script>a',
  ])
    assert.notDeepEqual(htmlFaults(page(body)), [], body);
});
