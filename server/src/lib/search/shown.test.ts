import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { names } from '../../../../tests/support/markdown/cast.ts';
import { renderMessage } from '../markdown/render.ts';
import { shownText } from './shown.ts';
import { searchText } from './text.ts';

const words = (markdown: string): string =>
  searchText(
    shownText(renderMessage(markdown, names, { organizationUrl: 'https://chat.example.org' }).html, markdown),
  );

describe('The searched words of a message', () => {
  const cases: [markdown: string, words: string][] = [
    ['plain words', 'plain words'],
    ['@**Ada Quill|12** @_**Ada Quill|12** @*weavers* hi', 'ada quill ada quill weavers hi'],
    ['#**loom** #**loom>warp** #**loom>warp@214**', 'loom loom warp loom warp'],
    ['**bo**ld `co`de ~~st~~r*uc*k', 'bold code struck'],
    ['one\ntwo\n- three\n- four\n\n|a|b|\n|-|-|\n|c|d|', 'one two three four a b c d'],
    [':tada: 🎉 R&D <b>', 'tada tada r d b'],
    ['C++ 10.100.200.101 .NET me@example.com', 'c 10 100 200 101 net me example com'],
    ['https://example.com/a?b=1&c=2', 'https example com a b 1 c 2'],
    ['[here](https://example.com/a?b=1&c=2 "Title")', 'here https example com a b 1 c 2 title'],
    ['[here](example.com/path)', 'here example com path'],
    ['www.example.com', 'www example com'],
    ['[notes.txt](/user_uploads/2/ab/cdef/notes.txt)', 'notes txt'],
    ['[notes](/user_uploads/2/ab/cdef/r%C3%A9sum%C3%A9.pdf)', 'notes resume pdf'],
    [
      '@_**Ada Quill|12** [said](https://chat.example.org/#narrow/channel/3-loom/topic/warp/near/214):\n```quote\nhi\n```',
      'ada quill said hi',
    ],
    ['```python\nprint("x")\n```', 'print x python'],
    ['$$\\frac{a}{b}$$ c', 'frac a b c'],
    ['```spoiler Head\nhidden\n```', 'head hidden'],
    ['<time:2024-03-07T15:00:00Z>', '2024 03 07t15 00 00z'],
  ];
  for (const [markdown, expected] of cases)
    test(`Searched words: ${JSON.stringify(markdown)}`, () => {
      assert.equal(words(markdown), expected);
    });

  test('What a program added to a message is not searched', () => {
    const embed =
      '<div class="message_embed"><div><a href="https://example.com" title="Theirs">Theirs</a></div></div>';
    const html = `<p><a href="https://bugs.example.com/12">#12</a></p>\n${embed}<p>after</p>`;
    assert.equal(searchText(shownText(html, '#12 after')), '12 after');
  });
});
