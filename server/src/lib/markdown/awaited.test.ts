import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pendingThumbnailPaths, withThumbnails } from './pending-thumbnails.ts';
import { previews, render } from '../../../../tests/support/markdown/cast.ts';
import type { PreviewSource, UploadedFile } from './types.ts';

const waiting: PreviewSource = {
  uploaded: () => ({ contentType: 'image/png', width: 30, height: 20, animated: true }),
};
const made: UploadedFile = {
  contentType: 'image/png',
  width: 30,
  height: 20,
  animated: true,
  thumbnail: '/user_uploads/thumbnail/2/a.png/840x560.webp',
};
const sources = {
  'a named link': 'see [a "b"](/user_uploads/2/a.png)',
  'a link on its own': 'https://chat.example.org/user_uploads/2/a.png',
  'a link in a list': '- [a](/user_uploads/2/a.png)\n  - b',
  'an image in the text': 'a ![b](/user_uploads/2/a.png) c',
};

describe('Pending thumbnails', () => {
  for (const [what, source] of Object.entries(sources)) {
    test(`A message with pending thumbnails: ${what} ends up as if they had been ready`, () => {
      const { html, awaitedThumbnails } = render(source, { previews: waiting });
      assert.deepEqual(pendingThumbnailPaths(html), ['2/a.png']);
      assert.deepEqual(awaitedThumbnails, ['2/a.png']);
      const whole = render(source, { previews: { uploaded: () => made } }).html;
      assert.equal(
        withThumbnails(html, () => made),
        whole,
      );
      assert.deepEqual(pendingThumbnailPaths(whole), []);
    });
  }

  test('Thumbnails that are not ready stay pending', () => {
    const { html } = render('[a](/user_uploads/2/a.png) ![b](/user_uploads/2/b.png)', { previews: waiting });
    const first = withThumbnails(html, (path) => (path === '2/a.png' ? made : { contentType: 'image/png' }));
    assert.deepEqual(pendingThumbnailPaths(first), ['2/b.png']);
  });

  test('A failed thumbnail leaves one link', () => {
    const link = '<a href="/user_uploads/2/a.png" rel="noopener noreferrer">';
    const left = (source: string) =>
      withThumbnails(render(source, { previews: waiting }).html, () => undefined).trim();
    assert.equal(left(sources['a named link']), `<p>see ${link}a "b"</a></p>`);
    assert.equal(left(sources['a link on its own']), `<p>${link}/user_uploads/2/a.png</a></p>`);
    assert.equal(
      left(sources['a link in a list']),
      `<ul>\n<li>${link}a</a>\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>`,
    );
    assert.equal(left(sources['an image in the text']), `<p>a ${link}b</a> c</p>`);
  });

  test('Content without pending thumbnails is unchanged', () => {
    const { html } = render('[a](/user_uploads/2/a.png) **b**', { previews });
    assert.deepEqual(pendingThumbnailPaths(html), []);
    assert.equal(
      withThumbnails(html, () => assert.fail('nobody waits')),
      html,
    );
  });
});
