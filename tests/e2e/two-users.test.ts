/** Two people in two browsers. */
import assert from 'node:assert/strict';
import { getCompose, readMessage, getStored, write } from './page.ts';
import { inBrowsers } from './stage.ts';

inBrowsers('Two users in two browsers', (sentence) => {
  sentence(
    'Two users talk in a topic and see each other’s messages immediately',
    async (_t, { openPage, topicPath }) => {
      const [ada, ben] = [await openPage('ada', topicPath('silk')), await openPage('ben', topicPath('silk'))];
      await getCompose(ben).waitFor();
      await write(ada, 'The silk has come.');
      await getStored(ben, 'The silk has come.').waitFor();
      await write(ben, 'All of it?');
      await getStored(ada, 'All of it?').waitFor();
      assert.equal(await readMessage(ada, 'The silk has come.').count(), 1);
    },
  );
});
