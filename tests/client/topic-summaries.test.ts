/** Summaries and suggested names of topics, by a model of the test's own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localServer } from '../support/services/local-server.ts';
import { chooseOnLeft, getButton, getLeft } from './page.ts';
import { done, inWindows } from './stage.ts';

const link = (page: Parameters<typeof getLeft>[0], name: string) => getLeft(page).getByRole('link', { name });

inWindows('Topic summaries', (sentence) => {
  sentence(
    'A topic is summarized and named by the model of the server, unless the person hides it',
    async (t, stage) => {
      const says = ['Ben warped the <b>loom</b>.', 'Warping day\nLoom news'];
      const { url } = await localServer(t, (_request, response) => {
        response.end(JSON.stringify({ choices: [{ message: { content: says.shift() } }] }));
      });
      writeFileSync(join(stage.dataDir, 'heddle.toml'), `ai_url = "${url}/v1"\nai_model = "loom-7b"\n`);
      await stage.server.stop();
      await stage.server.start();
      await stage.say('ben', 'news', 'The loom is warped.');
      const ada = await stage.openPage('ada', '/inbox');
      await link(ada, 'news').first().waitFor();
      await chooseOnLeft(ada, 'news', 'Summarize topic');
      const dialog = ada.getByRole('dialog', { name: 'Summary of news' });
      await dialog.getByText('Ben warped the <b>loom</b>.').waitFor();
      await dialog.getByText('It may be wrong.').waitFor();
      await ada.keyboard.press('Escape');
      await chooseOnLeft(ada, 'news', 'Rename topic');
      const rename = ada.getByRole('dialog', { name: 'Rename topic' });
      await getButton(rename, 'Suggest names').click();
      await getButton(rename, 'Warping day').click();
      await getButton(rename, 'Save').click();
      await link(ada, 'Warping day').first().waitFor();
      await done(stage.as('ada').patch('/settings', { hide_ai_features: true }));
      await ada.reload();
      await link(ada, 'Warping day').first().waitFor();
      await getButton(getLeft(ada), 'Actions for Warping day').click();
      await ada.getByRole('menuitem', { name: 'Rename topic' }).waitFor();
      await ada.getByRole('menuitem', { name: 'Summarize topic' }).waitFor({ state: 'detached' });
    },
  );
});
