/** Transcripts of audio files, by a model of the test's own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localServer } from '../support/services/local-server.ts';
import { getButton, getStored } from './page.ts';
import { done, inWindows } from './stage.ts';

inWindows('Transcripts', (sentence) => {
  sentence(
    'What is said in an audio file is shown on request, where the organization allows it',
    async (t, stage) => {
      const says = [
        { status: 500, text: '' },
        { status: 200, text: 'Warp the <b>loom</b>.' },
      ];
      const { url } = await localServer(t, (request, response) => {
        request.resume().on('end', () => {
          const { status, text } = says.shift() ?? { status: 500, text: '' };
          response.writeHead(status).end(JSON.stringify({ text }));
        });
      });
      writeFileSync(
        join(stage.dataDir, 'heddle.toml'),
        `transcript_url = "${url}/v1"\ntranscript_model = "ear-1"\n`,
      );
      await stage.server.stop();
      await stage.server.start();
      const files = new FormData();
      files.set('file', new File(['OggS'], 'loom news.ogg', { type: 'audio/ogg' }));
      const file = await done(stage.as('ben').send('POST', '/user_uploads', { body: files }));
      await stage.say('ben', 'spoken', `[The news](${String(file.url)})`);
      const { id: ben } = stage.people.ben;
      const direct = { type: 'direct', to: [stage.people.ada.id], content: `[For you](${String(file.url)})` };
      await done(stage.as('ben').post('/messages', direct));

      const ada = await stage.openPage('ada', stage.topicPath('spoken'));
      const message = getStored(ada, 'The news');
      await message.getByRole('slider', { name: 'Position' }).waitFor();
      const show = getButton(message, 'Show transcript');
      await show.waitFor({ state: 'detached' });
      const { user_groups: groups } = await done(stage.as('ada').get('/user_groups'));
      const everyone = (groups as { id: number; name: string }[]).find(
        ({ name }) => name === 'role:everyone',
      );
      const change = { heddle_can_transcribe_group: { new: everyone?.id } };
      await done(stage.as('ada').patch('/realm', change));
      await show.click();
      await message.getByText('The server is busy.').waitFor();
      await getButton(message, 'Hide transcript').click();
      await show.click();
      await message.getByText('Warp the <b>loom</b>.').waitFor();
      await message.getByText('It may be wrong.').waitFor();
      await getButton(message, 'Hide transcript').click();
      await message.getByText('Warp the').waitFor({ state: 'detached' });

      await ada.goto(`/dm/${String(ben)}`);
      await getStored(ada, 'For you').getByRole('slider', { name: 'Position' }).waitFor();
      await getButton(getStored(ada, 'For you'), 'Show transcript').waitFor({ state: 'detached' });
      await ada.goto(stage.topicPath('spoken'));
      await show.waitFor();
      await done(stage.as('ada').patch('/settings', { hide_ai_features: true }));
      await show.waitFor({ state: 'detached' });
    },
  );
});
