import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestLater } from './lost-images.ts';

/** An image that the server never sends. */
function lostImage() {
  const requests: string[] = [];
  let src = '/avatar/7';
  const image = {
    isConnected: true,
    isLost: false,
    get src() {
      return src;
    },
    set src(url: string) {
      src = url;
      requests.push(url);
      requestLater(image);
    },
    toggleAttribute: (_name: string, isOn = false) => (image.isLost = isOn),
  };
  return { image, requests };
}

test('A lost image is requested three times more, hidden meanwhile, and then left', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { image, requests } = lostImage();
  requestLater(image);
  assert.ok(image.isLost);
  for (let minute = 0; minute < 5; minute++) t.mock.timers.tick(60_000);
  assert.deepEqual([requests.length, image.isLost], [3, false]);
});

test('A lost image that was replaced or removed meanwhile is not requested again', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const removed = lostImage();
  requestLater(removed.image);
  removed.image.isConnected = false;
  const replaced = lostImage();
  requestLater(replaced.image);
  replaced.image.src = '/avatar/8';
  replaced.image.isConnected = false;
  t.mock.timers.tick(60_000);
  assert.deepEqual([removed.requests, replaced.requests], [[], ['/avatar/8']]);
});
