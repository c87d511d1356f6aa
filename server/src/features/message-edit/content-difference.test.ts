import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contentDifference } from './content-difference.ts';

const mark = (kind: 'inserted' | 'deleted', text: string) =>
  `<span class="highlight_text_${kind}">${text}</span>`;

describe('The difference between two renderings', () => {
  it('The difference marks the words that were inserted and deleted', () => {
    assert.equal(
      contentDifference('<p>warm soup today</p>', '<p>cold soup</p>'),
      `<p>${mark('deleted', 'warm')}${mark('inserted', 'cold')} soup${mark('deleted', ' today')}</p>`,
    );
  });

  it('The difference shows the whole text as changed once the budget of a history is used up', () => {
    const budget = { pairs: 9 };
    const difference = () => contentDifference('<p>a b c</p>', '<p>d b e</p>', budget);
    const whole = mark('deleted', 'a b c') + mark('inserted', 'd b e');
    assert.equal(difference(), `<p>${whole}</p>`);
    budget.pairs = 25;
    assert.notEqual(difference(), `<p>${whole}</p>`);
    assert.equal(budget.pairs, 0);
    assert.equal(difference(), `<p>${whole}</p>`);
  });
});
