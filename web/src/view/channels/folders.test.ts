import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChannelFolder } from '../../../../wire/folders.ts';
import { response } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { folderRows, movedFolder } from './folders.ts';

const folder = (id: number, order: number, is_archived = false): ChannelFolder => ({
  id,
  order,
  is_archived,
  name: `folder ${String(id)}`,
  description: '',
  rendered_description: '',
  creator_id: 7,
  date_created: 1,
});

const { subscriptions = [] } = response();
const live = createLive(
  response({
    channel_folders: [folder(1, 2), folder(2, 0), folder(3, 1, true), folder(4, 3)],
    subscriptions: subscriptions.map((each) => ({ ...each, folder_id: 1 })),
  }),
);
const rows = folderRows(live);

test('Folders are listed in order, archived ones last, with their channel counts', () => {
  assert.deepEqual(
    rows.map((row) => [row.folder.id, row.channels]),
    [
      [2, 0],
      [1, 1],
      [4, 0],
      [3, 0],
    ],
  );
});

test('A folder moves up and down by one position within the list', () => {
  assert.deepEqual(movedFolder(rows, 1, -1), [1, 2, 4, 3]);
  assert.deepEqual(movedFolder(rows, 1, 1), [2, 4, 1, 3]);
  assert.equal(movedFolder(rows, 2, -1), undefined);
  assert.equal(movedFolder(rows, 4, 1), undefined, 'not among the archived ones');
  assert.equal(movedFolder(rows, 99, 1), undefined);
});
