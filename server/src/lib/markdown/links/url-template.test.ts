import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandUrlTemplate, parseUrlTemplate, templateNames } from './url-template.ts';

const values = new Map([
  ['var', 'value'],
  ['hello', 'Hello World!'],
  ['path', '/foo/bar'],
  ['x', '1024'],
  ['y', '768'],
  ['empty', ''],
  ['percent', '50%'],
  ['uni', 'é好👍'],
]);

function expand(template: string): string | undefined {
  const parsed = parseUrlTemplate(template);
  return parsed && expandUrlTemplate(parsed, values);
}

const table: [template: string, url: string][] = [
  ['https://x.example.com/a?b=c#d', 'https://x.example.com/a?b=c#d'],
  ['{var}', 'value'],
  ['{hello}', 'Hello%20World%21'],
  ['{path}', '%2Ffoo%2Fbar'],
  ['{percent}', '50%25'],
  ['{uni}', '%C3%A9%E5%A5%BD%F0%9F%91%8D'],
  ['{none}', ''],
  ['{empty}', ''],
  ['{x,y}', '1024,768'],
  ['{x,none,y}', '1024,768'],
  ['{var:3}', 'val'],
  ['{var:30}', 'value'],
  ['{uni:2}', '%C3%A9%E5%A5%BD'],
  ['{var*}', 'value'],
  ['{+path}/here', '/foo/bar/here'],
  ['{+hello}', 'Hello%20World!'],
  ['{+percent}', '50%25'],
  ['{+path:4}', '/foo'],
  ['{+x,hello,y}', '1024,Hello%20World!,768'],
  ['{#path,x}', '#/foo/bar,1024'],
  ['{#none}', ''],
  ['X{.var}', 'X.value'],
  ['X{.x,y}', 'X.1024.768'],
  ['{/var,x}/here', '/value/1024/here'],
  ['{/var,empty}', '/value/'],
  ['{/none}', ''],
  ['{;x,y}', ';x=1024;y=768'],
  ['{;x,empty}', ';x=1024;empty'],
  ['{?x,y}', '?x=1024&y=768'],
  ['{?x,empty}', '?x=1024&empty='],
  ['{?none}', ''],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
  ['{&x,empty}', '&x=1024&empty='],
  ['é b', '%C3%A9%20b'],
  ['%20%zz', '%20%25zz'],
];

for (const [template, url] of table) {
  test(`The URL template ${template} expands as RFC 6570 says`, () => {
    assert.equal(expand(template), url);
  });
}

test('Malformed URL templates are refused', () => {
  for (const template of [
    '{',
    '}',
    '{}',
    '{a',
    'a}',
    '{a{b}}',
    '{a b}',
    '{a:0}',
    '{a:10000}',
    '{a,}',
    '{!a}',
    '{-a}',
    '{a.}',
  ])
    assert.equal(parseUrlTemplate(template), undefined, template);
});

test('The variable names of a URL template are returned', () => {
  assert.deepEqual(templateNames(parseUrlTemplate('{a}{?b,c.d}{+e:3}') ?? []), ['a', 'b', 'c.d', 'e']);
});
