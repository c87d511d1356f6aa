/** What nobody may achieve by what a service is made to deliver. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from '../../../../tests/support/markdown/cast.ts';
import { samples, type Sample } from '../../../../tests/support/deliveries/index.ts';
import { receive } from '../../../../tests/support/deliveries/receive.ts';
import { ApiError } from '../../lib/errors.ts';
import { MissingHeader, UnsupportedEvent, type Post } from './integration.ts';
import { AnomalousPayload } from './payload.ts';

type Change = (leaf: unknown) => unknown;

/** The same with each text and number replaced. */
function replaced(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return value.map((each) => replaced(each, change));
  if (typeof value !== 'object' || value === null) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, change)]));
}

/** All that comes of a sample when one value after another is replaced, and when all are. */
function* variants(sample: Sample, change: Change): Generator {
  let count = 0;
  replaced(sample.body, (leaf) => (count++, leaf));
  for (let target = 0; target < count; target++) {
    let at = 0;
    yield replaced(sample.body, (leaf) => (at++ === target ? change(leaf) : leaf));
  }
  yield replaced(sample.body, change);
}

const isExpected = (error: unknown): boolean =>
  [AnomalousPayload, UnsupportedEvent, MissingHeader, ApiError].some((kind) => error instanceof kind);

/** The messages, none where the delivery is refused in one of the ways that there are. */
function tried(sample: Sample, body: unknown): Post[] {
  try {
    return receive({ ...sample, body });
  } catch (error) {
    if (!isExpected(error)) throw error;
    return [];
  }
}

const wrong: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  '',
  ' ',
  [],
  {},
  [[[[]]]],
  ['x'],
  { x: { x: 1 } },
];

test('A value of any type in any place is used or refused, and breaks nothing', () => {
  for (const sample of samples)
    for (const value of wrong) for (const body of variants(sample, () => value)) tried(sample, body);
});

test('A whole body of any type is used or refused', () => {
  for (const sample of samples) for (const body of [...wrong, 'text', 7]) tried(sample, body);
});

test('Inherited properties are never read', () => {
  for (const sample of samples)
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      for (const body of variants(sample, (leaf) => (typeof leaf === 'string' ? name : leaf)))
        tried(sample, body);
      const poisoned: unknown = JSON.parse(`{"__proto__": ${JSON.stringify(sample.body)}}`);
      // What is shown as JSON has the names of all properties.
      const isShown = (posts: Post[]) => posts.some(({ content }) => content.text.includes('```json'));
      const [posts, plain] = [tried(sample, poisoned), tried(sample, {})];
      if (!isShown(posts)) assert.deepEqual(posts, plain, sample.integration);
      else assert.ok(isShown(plain), sample.integration);
    }
});

const evil = 'https://evil.example/';
const attacks: readonly string[] = [
  `[click](${evil})`,
  `](${evil}) [x`,
  `x](${evil}`,
  '@**all** @**everyone** @**topic** @**Ada Quill** @**|12** @*weavers*',
  '** @**all** **',
  '`@**all**`` @**all**',
  `\`\`\`\n@**all** [click](${evil})`,
  `~~~\n@**all**\n~~~\n\n@**all** [click](${evil})`,
  `~~~ quote\n~~~\n~~~\n@**all**`,
  `> ~~~\n\n@**all**`,
  `\n\n@**all**\n\n# Heading\n\n[click](${evil})`,
  `<${evil}> <b>bold</b> <time:2026-01-01T00:00:00Z>`,
  `![picture](${evil}a.png)`,
  `javascript:alert(1)`,
  `data:text/html,<script>alert(1)</script>`,
  `https://ok.example/)${evil} @**all**`,
  '\\@**all** \\`\\[x\\](y) &#64;**all** &lt;b&gt; $$x$$ ~~struck~~',
  '/poll Which?\none\ntwo',
  '/me did it',
  '\u202Ereversed \u0000null \uD800lone',
];

/** Without what is quoted, and what is a link to an address that is shown as it is. */
function outside(html: string): string {
  let text = html;
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(/<blockquote>(?:(?!<blockquote>)[^])*?<\/blockquote>/g, '');
  }
  return text.replaceAll(/<a [^>]*href="([^"]*)"[^>]*>\1<\/a>/g, '');
}

/** In these people write the message: links in it are theirs. */
const written: ReadonlySet<string> = new Set([
  'zapier',
  'ifttt',
  'n8n',
  'homeassistant',
  'slack_incoming',
  'slack',
  'zendesk',
  'argocd',
  'healthchecks',
]);

/** Every different message that an attack in some place of a sample makes. */
function attacked(): Map<string, Sample> {
  const messages = new Map<string, Sample>();
  for (const sample of samples)
    for (const attack of attacks)
      for (const body of variants(sample, (leaf) => (typeof leaf === 'string' ? attack : leaf)))
        for (const { content } of tried(sample, body)) messages.set(content.text, sample);
  return messages;
}

test('A text of the payload mentions nobody, is no Markdown outside quotations, and no command', () => {
  const messages = attacked();
  assert.ok(messages.size > 1000);
  for (const [text, { integration, what }] of messages) {
    const where = `${integration}, ${what}: ${text}`;
    const { html, mentionedUsers, mentionedGroups, wildcard } = render(text);
    assert.deepEqual([mentionedUsers, mentionedGroups, wildcard], [[], [], 'none'], where);
    assert.doesNotMatch(text, /^\s*\//, where);
    assert.doesNotMatch(html, /<a [^>]*href="(?!https?:|mailto:)/i, where);
    if (written.has(integration)) continue;
    assert.doesNotMatch(outside(html), /<(?:h1|img|del|b)\b|datetime="2026-01-01|class="katex/, where);
    assert.doesNotMatch(outside(html), /href="[^"]*evil[^"]*"[^>]*>click</i, where);
  }
});

test('Long texts and lists make bounded messages', () => {
  for (const sample of samples) {
    for (const body of variants(sample, (leaf) =>
      typeof leaf === 'string' ? `${leaf}${'x'.repeat(10_000)}` : leaf,
    ))
      for (const { content } of tried(sample, body))
        assert.ok(content.text.length < 60_000, sample.integration);
    const wide = widened(sample.body);
    assert.ok(tried(sample, wide).length <= 100, sample.integration);
  }
});

/** Every outermost list with a thousand entries. */
function widened(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from({ length: 1000 }, (_, at) => value[at % value.length]);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, widened(each)]));
}
