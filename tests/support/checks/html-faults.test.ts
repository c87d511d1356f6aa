import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlFaults } from './html-faults.ts';

const page = (body: string) =>
  `<!doctype html>\n<html lang="en"><head><title>A page</title></head><body>${body}</body></html>`;

test('The HTML checker finds no faults in a correct page', async () => {
  assert.deepEqual(await htmlFaults(page('<main><p>a &amp; b<br></p><ul><li>1</li></ul></main>')), []);
});

test('The HTML checker finds faults that browsers repair', async () => {
  for (const body of [
    '<span><p>a</p></span>',
    '</p>',
    '<b><i>a</b></i>',
    '<a href="/"><span><a href="/">a</a></span></a>',
    '<ul><p>a</p></ul>',
    '<p id="a">a</p><p id="a">a</p>',
  ])
    assert.notDeepEqual(await htmlFaults(page(body)), [], body);
});
