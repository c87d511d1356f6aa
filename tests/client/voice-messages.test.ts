/** Voice messages: what a person sees while they record, and what is sent; the microphone is one without sound. */
import assert from 'node:assert/strict';
import { getButton, getCompose, getStored, getToast, goTo, isFilled } from './page.ts';
import { done, inWindows, onOneServer, until, type Locator, type Page, type Stage } from './stage.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localServer } from '../support/services/local-server.ts';

const getBar = (page: Page): Locator => page.getByRole('region', { name: /^Voice message to/ });
const getPlayer = (place: Page | Locator): Locator => place.getByRole('group', { name: /^Voice message \(/ });
const give = (page: Page, bytes = 2000) => page.evaluate(`MediaRecorder.give(${bytes})`);
const isReleased = (page: Page) =>
  until('the microphone is released', () =>
    page.evaluate<boolean>('MediaRecorder.microphone.open.size === 0'),
  );
const set = (page: Page, state: string) =>
  page.evaluate(`void Object.assign(MediaRecorder.microphone, ${state})`);
const isGone = (place: Locator) => place.waitFor({ state: 'detached' });
const isFocused = (page: Page, place: Locator) => place.and(page.locator(':focus')).waitFor();

async function signOut(page: Page): Promise<void> {
  await getButton(page, 'Menu').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

async function openConversation(stage: Stage, topic: string): Promise<Page> {
  const page = await stage.openPage('ada', stage.topicPath(topic));
  await getCompose(page).waitFor();
  return page;
}

async function record(page: Page): Promise<Locator> {
  await getButton(page, 'Record a voice message').click();
  const bar = getBar(page);
  await getButton(bar, 'Pause').waitFor();
  await give(page);
  return bar;
}

/** The upload of a file is refused until the returned function is called. */
async function refuseUploads(page: Page): Promise<() => Promise<void>> {
  const msg = 'The disk is full.';
  await page.route('**/api/v1/tus', (route) =>
    route.fulfill({ status: 400, json: { result: 'error', msg, code: 'BAD_REQUEST' } }),
  );
  return () => page.unroute('**/api/v1/tus');
}

onOneServer('Voice messages', (sentence) => {
  sentence('A recording is paused, continued, listened to and sent', async (_t, stage) => {
    const ada = await openConversation(stage, 'spoken');
    const ben = await stage.openPage('ben', stage.topicPath('spoken'));
    const bar = await record(ada);
    await bar.getByRole('link', { name: 'Voice message to weaving › spoken' }).waitFor();
    await isFocused(ada, getButton(bar, 'Pause'));
    await getButton(bar, 'Pause').click();
    await bar.getByRole('status').getByText('Paused').waitFor();
    await getButton(bar, 'Continue recording').click();
    await bar.getByRole('status').getByText('Recording').waitFor();
    await getButton(bar, 'Stop and listen').click();
    await isReleased(ada);
    const own = bar.getByRole('group', { name: 'Your recording' });
    await getButton(own, 'Play').click();
    await getButton(own, 'Pause').click();
    await getButton(bar, 'Send').click();
    await isGone(bar);
    await isFocused(ada, getCompose(ada));
    const message = getStored(ben, 'Voice message (0:00)');
    await getPlayer(message).waitFor();
    const href = await message.getByRole('link', { name: 'Voice message (0:00)' }).getAttribute('href');
    assert.match(href ?? '', /^\/user_uploads\/.*\/voice-message-[\d-]{19}\.weba$/);
    // Other clients have a link to a file that browsers play.
    const [{ content } = { content: '' }] = await stage.read('ben', 'spoken');
    assert.equal(content, `[Voice message (0:00)](${href ?? ''})`);
    const file = await ben.context().network.send(`${stage.server.url}${href ?? ''}`, {});
    assert.equal(file.headers.get('content-type'), 'audio/webm');
    assert.match(file.headers.get('content-disposition') ?? '', /^inline/);
    assert.equal((await file.arrayBuffer()).byteLength, 2000);
  });

  sentence('By keys: it begins, pauses, is sent, and is discarded', async (_t, stage) => {
    const ada = await openConversation(stage, 'keyed');
    await getCompose(ada).focus();
    await ada.keyboard.press('Alt+r');
    const bar = getBar(ada);
    await getButton(bar, 'Pause').waitFor();
    await give(ada);
    await ada.keyboard.press('Alt+r');
    await getButton(bar, 'Continue recording').waitFor();
    await ada.keyboard.press('Alt+r');
    await getButton(bar, 'Pause').waitFor();
    await ada.keyboard.press('Escape');
    await isGone(bar);
    await isReleased(ada);
    await getToast(ada, 'Voice message discarded').waitFor();
    await getButton(ada, 'Undo').click();
    await bar.getByRole('group', { name: 'Your recording' }).waitFor();
    await isFocused(ada, getButton(bar, 'Send'));
    await ada.keyboard.press('Control+Enter');
    await getPlayer(ada).waitFor();
    assert.equal((await stage.read('ada', 'keyed')).length, 1);
  });

  sentence('It goes to the conversation where it began, and the draft stays', async (_t, stage) => {
    await stage.say('ben', 'elsewhere', 'Another topic.');
    const ada = await openConversation(stage, 'origin');
    await getCompose(ada).fill('A draft.');
    const bar = await record(ada);
    await goTo(ada, stage.topicPath('elsewhere'));
    await getStored(ada, 'Another topic.').waitFor();
    await bar.getByText('Voice message to weaving › origin').waitFor();
    // There is one at a time: the button leads to it.
    await getButton(ada, 'Record a voice message').click();
    await isFocused(ada, getButton(bar, 'Pause'));
    await goTo(ada, '/inbox');
    await ada.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await getButton(bar, 'Send').click();
    await isGone(bar);
    await getToast(ada, 'weaving › origin').waitFor();
    await until('it is there', async () => (await stage.read('ada', 'origin')).length === 1);
    assert.equal((await stage.read('ada', 'elsewhere')).length, 1);
    await goTo(ada, stage.topicPath('origin'));
    await isFilled(getCompose(ada), 'A draft.');
  });

  sentence('It follows its topic when that is renamed', async (_t, stage) => {
    await stage.say('ben', 'warped', 'To be renamed.');
    const ada = await openConversation(stage, 'warped');
    await getStored(ada, 'To be renamed.').waitFor();
    const [{ id } = { id: 0 }] = await stage.read('ben', 'warped');
    const bar = await record(ada);
    await goTo(ada, '/inbox');
    const move = { topic: 'wefted', propagate_mode: 'change_all', send_notification_to_old_thread: false };
    await done(stage.as('ada').patch(`/messages/${id}`, move));
    await bar.getByText('Voice message to weaving › wefted').waitFor();
    await getButton(bar, 'Send').click();
    await getToast(ada, 'weaving › wefted').waitFor();
    assert.equal((await stage.read('ada', 'warped')).length, 0);
  });

  sentence('Why there is no recording is said', async (_t, stage) => {
    const ada = await openConversation(stage, 'refused');
    for (const [name, text] of [
      ['NotAllowedError', 'The microphone is blocked.'],
      ['NotFoundError', 'No microphone was found.'],
      ['NotReadableError', 'The microphone cannot be used.'],
    ] as const) {
      await set(ada, `{ refusal: '${name}' }`);
      await getButton(ada, 'Record a voice message').click();
      await getToast(ada, text).waitFor();
      await isGone(getBar(ada));
    }
    await set(ada, '{ refusal: undefined }');
    // Nothing came from it.
    await getButton(ada, 'Record a voice message').click();
    await getButton(getBar(ada), 'Send').click();
    await getToast(ada, 'Nothing was recorded.').waitFor();
    await isReleased(ada);
    await ada.evaluate(`void (window.isSecureContext = false)`);
    await getButton(ada, 'Record a voice message').click();
    await getToast(ada, 'Voice messages need a secure connection (https).').waitFor();
    await ada.evaluate(`void (window.isSecureContext = true, delete window.MediaRecorder)`);
    await getButton(ada, 'Record a voice message').click();
    await getToast(ada, 'This browser cannot record voice messages.').waitFor();
    assert.equal((await stage.read('ada', 'refused')).length, 0);
  });

  sentence(
    'The question of the browser can be left, and what it gives later is released',
    async (_t, stage) => {
      const ada = await openConversation(stage, 'asked');
      await set(ada, '{ isHeld: true }');
      await getButton(ada, 'Record a voice message').click();
      const bar = getBar(ada);
      await bar.getByRole('status').getByText('Allow the microphone').waitFor();
      await getButton(bar, 'Cancel').click();
      await isGone(bar);
      await ada.evaluate('MediaRecorder.microphone.allow()');
      await isReleased(ada);
      await isGone(bar);
    },
  );

  sentence('What was recorded before the microphone was disconnected can be sent', async (_t, stage) => {
    const ada = await openConversation(stage, 'unplugged');
    const bar = await record(ada);
    await ada.evaluate('MediaRecorder.microphone.unplug()');
    await bar.getByRole('status').getByText('The microphone was disconnected.').waitFor();
    await getButton(bar, 'Send').click();
    await getPlayer(ada).waitFor();
  });

  sentence('A failed upload keeps the recording, which is sent again', async (_t, stage) => {
    const ada = await openConversation(stage, 'full');
    const allow = await refuseUploads(ada);
    const bar = await record(ada);
    await getButton(bar, 'Send').click();
    await bar.getByRole('alert').getByText('Not sent: The disk is full.').waitFor();
    await bar.getByRole('group', { name: 'Your recording' }).waitFor();
    await isReleased(ada);
    await allow();
    await getButton(bar, 'Retry').click();
    await getPlayer(ada).waitFor();
    await isGone(bar);
  });

  sentence(
    'What is sent without a network is sent in its order when the network is back',
    async (_t, stage) => {
      const ada = await openConversation(stage, 'underground');
      const bar = await record(ada);
      await ada.context().setOffline(true);
      await getButton(bar, 'Send').click();
      await bar.getByRole('status').getByText('Waiting for the connection').waitFor();
      await getCompose(ada).fill('Said after it.');
      await ada.keyboard.press('Control+Enter');
      await isFilled(getCompose(ada), '');
      await ada.context().setOffline(false);
      await isGone(bar);
      const texts = async () => (await stage.read('ada', 'underground')).map(({ content }) => content);
      await until('both are there', async () => (await texts()).length === 2);
      const [first = '', second] = await texts();
      assert.match(first, /^\[Voice message/);
      assert.equal(second, 'Said after it.');
    },
  );

  sentence('The browser asks before it closes a page with a recording', async (_t, stage) => {
    const ada = await openConversation(stage, 'closing');
    const asks = () =>
      ada.evaluate<boolean>(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
    assert.equal(await asks(), false);
    const bar = await record(ada);
    assert.equal(await asks(), true);
    await getButton(bar, 'Stop and listen').click();
    await bar.getByRole('group', { name: 'Your recording' }).waitFor();
    assert.equal(await asks(), true);
    await getButton(bar, 'Discard').click();
    await isGone(bar);
    assert.equal(await asks(), false);
  });

  sentence('Signing out asks first, and the key begins nothing behind a dialog', async (_t, stage) => {
    const ada = await openConversation(stage, 'leaving');
    await ada.keyboard.press('?');
    await ada.getByRole('dialog').waitFor();
    await ada.keyboard.press('Alt+r');
    assert.equal(await getBar(ada).count(), 0);
    await ada.keyboard.press('Escape');
    await record(ada);
    await signOut(ada);
    const question = ada.getByRole('dialog').filter({ hasText: '1 unsent draft exists only on this device' });
    await getButton(question, 'Cancel').click();
    await getButton(getBar(ada), 'Pause').waitFor();
  });

  sentence('A sound of another server is a link without a player', async (_t, stage) => {
    await stage.say('ben', 'foreign', '[Theirs](https://chat.example.org/user_uploads/2/ab/loom.ogg)');
    await stage.say('ben', 'foreign', '[Missing](/user_uploads/2/ab/loom.ogg)');
    const ada = await openConversation(stage, 'foreign');
    await getStored(ada, 'Missing').getByRole('group', { name: 'Missing' }).waitFor();
    await getStored(ada, 'Theirs').getByRole('link', { name: 'Theirs' }).waitFor();
    assert.equal(await getStored(ada, 'Theirs').getByRole('group').count(), 0);
  });

  sentence('One sound plays at a time, at a speed that the device keeps', async (_t, stage) => {
    for (const name of ['one', 'two']) {
      const files = new FormData();
      files.set('file', new File(['OggS'], `${name}.ogg`, { type: 'audio/ogg' }));
      const { url } = await done(stage.as('ben').send('POST', '/user_uploads', { body: files }));
      await stage.say('ben', 'played', `[${name}](${String(url)})`);
    }
    const ada = await openConversation(stage, 'played');
    const [one, two] = ['one', 'two'].map((name) => ada.getByRole('group', { name, exact: true }));
    await getButton(one!, 'Play').click();
    await getButton(two!, 'Play').click();
    await getButton(one!, 'Play').waitFor();
    await getButton(two!, 'Pause').waitFor();
    await getButton(one!, 'Speed: 1×').click();
    await getButton(two!, 'Speed: 1.5×').click();
    await getButton(two!, 'Speed: 2×').waitFor();
    await goTo(ada, '/inbox');
    await ada.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await goTo(ada, stage.topicPath('played'));
    await getButton(two!, 'Play').waitFor();
    await ada.reload();
    await getButton(one!, 'Speed: 2×').waitFor();
    // What the microphone hears must not be a sound of the page.
    await getButton(one!, 'Play').click();
    await record(ada);
    await getButton(one!, 'Play').waitFor();
  });
});

inWindows('The length of a voice message', (sentence) => {
  sentence('A recording ends before it exceeds the limit for files', async (_t, stage) => {
    const ada = await openConversation(stage, 'long');
    const most = (await done(stage.as('ada').post('/register', { fetch_event_types: ['realm'] })))
      .max_file_upload_size_mib as number;
    const bar = await record(ada);
    await give(ada, (most * 2 ** 20) / 2);
    await bar.getByRole('status').getByText(`the limit of ${most} MiB`).waitFor();
    await isReleased(ada);
    await getButton(bar, 'Send').waitFor();
  });
});

// Transcripts of audio files, by a model of the test's own.

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
