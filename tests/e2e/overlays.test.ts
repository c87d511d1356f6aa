/** No overlay is left out of the look at all of them. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { getOverlays, partsOfOverlays } from './overlays.ts';

const ui = fileURLToPath(new URL('../../web/src/ui/', import.meta.url));
const drawsOverlay =
  /<(?:Dialog|FormDialog|AskFirst|ConfirmDialog|HoldersDialog|CropDialog|Menu|Popover|Sheet|Tooltip|dialog)[\s>]/;

test('Every file that draws an overlay is among those that npm run check:a11y opens', () => {
  const drawing = globSync('**/*.tsx', { cwd: ui })
    .filter((file) => drawsOverlay.test(readFileSync(ui + file, 'utf8')))
    .map((file) => file.replaceAll('\\', '/').replace(/\.tsx$/, ''));
  const opened = Object.keys(getOverlays(Buffer.of())).map((key) => key.replace(/#.*$/, ''));
  const known = new Set([...opened, ...partsOfOverlays]);
  assert.deepEqual(drawing.sort(), [...known].sort());
});
