import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFirstPlace } from '../../server/src/pages/first-visit/first-screen.ts';
import { firstMessages } from '../../web/src/connection/register.ts';
import { pageSize } from '../../web/src/store/registration.ts';
import { parseAddress } from '../../web/src/view/narrow/address.ts';
import { getButton, getLeft } from './page.ts';
import { done, onOneServer } from './stage.ts';

/** As the script of the page asks for them. */
function ofScript(path: string): string | undefined {
  const here = parseAddress(`https://chat.example${path}`);
  return here.screen === 'narrow'
    ? JSON.stringify(firstMessages({ first: here.narrow, near: here.near }))
    : undefined;
}

test('The server sends the messages of a first visit as the client would ask for them', () => {
  for (const path of [
    '/feed',
    '/mentions',
    '/starred',
    '/feed/near/12',
    '/channel/4',
    '/channel/4-design/near/7',
    '/channel/4-design/topic/lunch',
    '/channel/4-design/topic/a%2Fb%20%E2%9C%94/near/7',
    '/channel/4/topic/~.',
    '/channel/4/topic/',
    '/dm/8',
    '/dm/8,9',
    '/dm/8,9-Ben,-Cat',
    '/dm/8,9/near/3',
  ])
    assert.equal(JSON.stringify(findFirstPlace(path, pageSize)?.messages), ofScript(path), path);
});

test('The server sends no messages where a first visit shows none, or only the client knows which', () => {
  for (const path of [
    '/',
    '/inbox',
    '/recent',
    '/channel/4-design/topics',
    '/channel/4/topic/lunch/with/7',
    '/search',
    '/dm/me',
    '/dm/x',
    '/channel/x',
    '/settings/profile',
    '/__proto__',
    '/toString',
  ])
    assert.equal(findFirstPlace(path, pageSize), undefined, path);
});

// What an owner finds in the inbox of a new organization.

onOneServer('The setup checklist', (sentence) => {
  sentence(
    'The setup checklist completes its steps automatically, and stays hidden once it is dismissed',
    async (_t, stage) => {
      await done(stage.as('ada').patch('/realm', { description: '' }));
      const ada = await stage.openPage('ada', '/inbox');
      const list = ada.getByRole('region', { name: 'Set up your organization' });
      const isDone = (step: string) =>
        list.getByRole('listitem').filter({ hasText: step }).getByRole('img', { name: 'Done' });
      await isDone('Invite people').waitFor();
      await list.getByRole('link', { name: 'Upload an icon' }).waitFor();
      await list.getByText('Set smtp_url in heddle.toml').waitFor();
      await done(stage.as('ada').patch('/realm', { description: 'We weave.' }));
      await isDone('Add a description').waitFor();

      await getButton(list, 'Hide checklist').click();
      await list.waitFor({ state: 'detached' });
      await ada.reload();
      assert.equal((await done(stage.as('ada').get('/heddle/setup'))).is_dismissed, true);
      await getLeft(ada).getByRole('link', { name: 'Inbox' }).waitFor();
      await list.waitFor({ state: 'detached' });
    },
  );
});
