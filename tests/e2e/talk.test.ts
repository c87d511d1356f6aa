/** Two people in two browsers. */
import assert from 'node:assert/strict';
import { composeOf, messageOf, storedOf, write } from './page.ts';
import { inBrowsers } from './stage.ts';

inBrowsers('Two users in two browsers', (sentence) => {
  sentence(
    'Two users talk in a topic and see each other’s messages immediately',
    async (_t, { openPage, topicPath }) => {
      const [ada, ben] = [await openPage('ada', topicPath('silk')), await openPage('ben', topicPath('silk'))];
      await composeOf(ben).waitFor();
      await write(ada, 'The silk has come.');
      await storedOf(ben, 'The silk has come.').waitFor();
      await write(ben, 'All of it?');
      await storedOf(ada, 'All of it?').waitFor();
      assert.equal(await messageOf(ada, 'The silk has come.').count(), 1);
    },
  );
});
