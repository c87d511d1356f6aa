import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stubClient } from '../../../../tests/support/web/stub-client.ts';
import type { GetMessagesResponse } from '../../../../wire/messages.ts';
import { ApiError } from '../../connection/api.ts';
import { response, design, inChannel } from '../../store/examples.ts';
import { createHistory } from '../../store/history/history.ts';
import { createLive } from '../../store/live.ts';
import { recentPages } from './recent.ts';

const page = (...ids: number[]): GetMessagesResponse => ({
  messages: ids.map((id) => ({ ...inChannel(id, design, 'lunch').message, flags: [] })),
  found_anchor: true,
  found_oldest: false,
  found_newest: true,
  history_limited: false,
});

/** A server that responds on command. */
function held() {
  const live = createLive(response());
  const asked: { anchor: unknown; response: PromiseWithResolvers<GetMessagesResponse> }[] = [];
  const get = (_path: string, { anchor }: { anchor: unknown }): Promise<GetMessagesResponse> => {
    const pending = Promise.withResolvers<GetMessagesResponse>();
    asked.push({ anchor, response: pending });
    return pending.promise;
  };
  const client = stubClient({ live, history: createHistory(live), api: { get } });
  return { live, pages: recentPages(client), asked };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('The newest page', () => {
  it('The newest page request is shared by all callers, and so is its failure', async () => {
    const { pages, asked } = held();
    const both = [pages.refresh(), pages.refresh()];
    await settled();
    assert.equal(asked.length, 1);
    asked[0]?.response.reject(new ApiError({ kind: 'unreachable' }));
    assert.deepEqual(await Promise.all(both), [{ kind: 'unreachable' }, { kind: 'unreachable' }]);
    assert.equal(pages.oldest.peek(), undefined);
    const again = pages.refresh();
    await settled();
    asked[1]?.response.resolve(page(10, 11));
    assert.equal(await again, undefined);
    assert.equal(pages.oldest.peek(), 10);
  });

  it('The newest page is requested again after events may have been missed', async () => {
    const { live, pages, asked } = held();
    const before = pages.refresh();
    await settled();
    live.replace(response());
    const after = pages.refresh();
    asked[0]?.response.resolve(page(10));
    await before;
    await settled();
    asked[1]?.response.resolve(page(10, 11));
    await after;
    assert.equal(asked.length, 2);
    assert.deepEqual([...live.peek().messages.keys()].sort(), [10, 11]);
  });

  it('The newest page request waits for a pending earlier one', async () => {
    const { pages, asked } = held();
    const first = pages.refresh();
    await settled();
    asked[0]?.response.resolve(page(10, 11));
    await first;
    const older = pages.older();
    const newest = pages.refresh();
    await settled();
    assert.deepEqual(
      asked.map(({ anchor }) => anchor),
      ['newest', 10],
    );
    asked[1]?.response.resolve(page(8, 9));
    await older;
    await settled();
    asked[2]?.response.resolve(page(10, 11));
    assert.equal(await newest, undefined);
    assert.equal(pages.oldest.peek(), 10);
  });
});
