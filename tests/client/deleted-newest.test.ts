/** Deleting the newest message of a conversation that nobody has opened on this page. */
import { getLeft, getTitle } from './page.ts';
import { done, onOneServer, until } from './stage.ts';

onOneServer('Deleted newest messages', (sentence) => {
  sentence(
    'Deleting the newest direct message elsewhere keeps the conversation in the sidebar, as after a reload',
    async (_t, stage) => {
      const ben = stage.as('ben');
      const direct = { type: 'direct', to: [stage.people.ada.id] };
      await done(ben.post('/messages', { ...direct, content: 'First.' }));
      const { id } = await done(ben.post('/messages', { ...direct, content: 'Second.' }));
      await done(stage.as('ada').post('/mark_all_as_read', {}));
      const ada = await stage.openPage('ada', '/starred');
      await getTitle(ada).filter({ hasText: 'Starred' }).waitFor();
      const row = getLeft(ada).getByRole('link', { name: 'Ben Okafor' });
      await row.waitFor();
      // The page sends this request once it has handled the deletion.
      const asked = ada.waitForResponse(
        (response) => new URL(response.url()).pathname === '/api/v1/users/me',
      );
      await done(stage.as('ada').delete(`/messages/${String(id)}`));
      await asked;
      await until('the conversation is on the left', async () => (await row.count()) === 1);
    },
  );
});
