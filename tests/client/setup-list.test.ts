/** What an owner finds in the inbox of a new organization. */
import assert from 'node:assert/strict';
import { getButton, getLeft } from './page.ts';
import { done, onOneServer } from './stage.ts';

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
