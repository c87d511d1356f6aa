/**
 * npm run check:a11y [-- <option of npm test>…]
 * Opens every screen and overlay of the web client and the pages of the server in every look: both themes, with high contrast, the
 * colours of the system, and a small phone. Takes a quarter of an hour.
 */
process.env.HEDDLE_TEST_EVERY_LOOK = '1';
process.argv.push('tests/e2e/every-screen');
await import('./test.ts');

export {};
