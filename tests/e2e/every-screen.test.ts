/**
 * Every screen, and what lies over one: nothing that a program knows to keep people out. Here the screens are looked at in both
 * themes, and an overlay of each kind; `npm run check:a11y` looks at everything in every look.
 */
import assert from 'node:assert/strict';
import { picture } from '../support/fixtures/pictures.ts';
import { furnish } from './furnish.ts';
import { Findings, lookAtOverlays, lookAtScreens } from './looking.ts';
import { lookOfSuite } from './looks.ts';
import { getOverlays } from './overlays.ts';
import { serverPages } from './screens.ts';
import { inBrowsers } from './stage.ts';

const overlaysOfSuite: ReadonlySet<string> = new Set([
  'emoji/emoji-picker',
  'help/help-dialog',
  'message-actions/move-dialog',
  'message-actions/overlays',
  'people/profile-card',
  'search/search-overlay',
]);

inBrowsers('Every screen and overlay', (sentence) => {
  sentence('Screens and overlays are accessible in the light and in the dark', async (_t, stage) => {
    const loom = await picture(300, 200);
    await furnish(stage, loom);
    const overlays = Object.entries(getOverlays(Buffer.from(loom)));
    const shown = overlays.filter(([file]) => overlaysOfSuite.has(file));
    const findings = new Findings();
    await lookAtScreens(stage, lookOfSuite, findings, serverPages.slice(0, 1));
    await lookAtOverlays(stage, lookOfSuite, findings, shown);
    assert.deepEqual(findings.found, []);
  });
});
