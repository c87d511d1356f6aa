/** Writing: what helps with it, what becomes of it later, and what is said when it is refused. */
import assert from 'node:assert/strict';
import { picture } from '../support/fixtures/pictures.ts';
import {
  getButton,
  getCompose,
  getDialog,
  getLeft,
  readMessage,
  getStored,
  getToast,
  write,
} from './page.ts';
import { done, onOneServer, until, type Stage, type Page } from './stage.ts';

const textIs = (page: Page, text: string) =>
  until(`the text is ${JSON.stringify(text)}`, async () => (await getCompose(page).inputValue()) === text);

/** Types the beginning, takes the suggestion by Enter. */
async function complete(page: Page, typed: string, suggestion: string, text: string): Promise<void> {
  await getCompose(page).fill('');
  await getCompose(page).pressSequentially(typed);
  const option = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first();
  await option.filter({ hasText: suggestion }).waitFor();
  await page.keyboard.press('Enter');
  await textIs(page, text);
}

/** By its button, on the word that is selected. */
const byButton = {
  Bold: '**loom**',
  Italic: '*loom*',
  Strikethrough: '~~loom~~',
  Code: '`loom`',
  Link: '[loom](url)',
  Quote: '> loom',
  'Numbered list': '1. loom',
  List: '- loom',
  Spoiler: '```spoiler\nloom\n```',
  Formula: '$$loom$$',
} as const;

const byKey = {
  'Control+b': '**loom**',
  'Control+i': '*loom*',
  'Control+e': '`loom`',
  'Control+Shift+X': '~~loom~~',
  'Control+Shift+9': '> loom',
} as const;

async function selectWord(page: Page): Promise<void> {
  await getCompose(page).fill('loom');
  await getCompose(page).press('Control+a');
}

/** Gives the organization an emoji of its own. */
async function addEmoji(stage: Stage, name: string): Promise<void> {
  const body = new FormData();
  body.set('f1', new File([await picture(32, 32)], 'emoji.png', { type: 'image/png' }));
  await done(stage.as('ada').send('POST', `/realm/emoji/${name}`, { body }));
}

/** Who the organization lets write directly, by the name of a role. */
async function allowDirect(stage: Stage, setting: string, to: string, from: string): Promise<void> {
  const { user_groups } = await done(stage.as('ada').get('/user_groups'));
  const getId = (role: string) =>
    (user_groups as { id: number; name: string }[]).find(({ name }) => name === `role:${role}`)?.id;
  await done(stage.as('ada').patch('/realm', { [setting]: { new: getId(to), old: getId(from) } }));
}

onOneServer('Composing', (sentence) => {
  sentence(
    'Enter continues a list, Tab indents an item, and an empty item ends the list',
    async (_t, stage) => {
      const ada = await stage.openPage('ada', stage.topicPath('lists'));
      await getCompose(ada).click();
      await ada.keyboard.type('- warp');
      await ada.keyboard.press('Enter');
      await textIs(ada, '- warp\n- ');
      await ada.keyboard.press('Tab');
      await textIs(ada, '- warp\n  - ');
      await ada.keyboard.press('Enter');
      await textIs(ada, '- warp\n');
      await getCompose(ada).fill('');
    },
  );

  sentence('A button of the format bar begins a time, and a suggestion completes it', async (_t, stage) => {
    const ada = await stage.openPage('ada', stage.topicPath('appointments'));
    await getCompose(ada).fill('See you');
    await ada.getByRole('button', { name: 'Time in every reader’s time zone' }).click();
    // Late in the evening the next hour is tomorrow, too.
    await ada.getByRole('option', { name: 'Tomorrow' }).first().waitFor();
    await ada.keyboard.type('2030-12-24 18:00');
    await ada.getByRole('option', { name: '6:00 PM' }).waitFor();
    await ada.keyboard.press('Enter');
    await until('the time is in the text', async () =>
      /^See you <time:2030-12-24T18:00:00[+-]\d\d:\d\d> $/.test(await getCompose(ada).inputValue()),
    );
    await getCompose(ada).fill('');
  });

  sentence(
    'The compose box suggests users, groups, topics, emoji, commands and languages',
    async (_t, stage) => {
      await stage.say('ben', 'selvedge', 'Straight.');
      await done(
        stage
          .as('ada')
          .post('/user_groups/create', { name: 'dyers', description: '', members: [stage.people.ben.id] }),
      );
      const path = stage.topicPath('offers');
      const [ada, ben] = [await stage.openPage('ada', path), await stage.openPage('ben', path)];
      await complete(ada, '@ben', 'Ben Okafor', '@**Ben Okafor** ');
      await complete(ada, '@dye', 'dyers', '@*dyers* ');
      await complete(ada, '@al', 'Notify everyone', '@**all** ');
      await complete(ada, '#wea', 'weaving', '#**weaving** ');
      await complete(ada, '#**weaving>selv', 'selvedge', '#**weaving>selvedge** ');
      await complete(ada, '/to', 'Create a to-do list', '/todo ');
      await complete(ada, '```pyt', 'python', '```python\n');
      await complete(ada, ':sunfl', 'sunflower', ':sunflower: ');
      await ada.keyboard.type('for @**Ben Okafor**, see #**weaving>selvedge**');
      await ada.keyboard.press('Control+Enter');
      const message = getStored(ben, '@Ben Okafor');
      await message.getByRole('img', { name: 'sunflower' }).waitFor();
      await message.getByRole('link', { name: '#weaving > selvedge' }).click();
      await getStored(ben, 'Straight.').waitFor();
      await ben.goto('/mentions');
      await message.waitFor();
    },
  );

  sentence('The compose box formats the selection by buttons and keys, with a preview', async (_t, stage) => {
    const ada = await stage.openPage('ada', stage.topicPath('formats'));
    await getCompose(ada).focus();
    const bar = ada.getByRole('group', { name: 'Formatting' });
    for (const [name, text] of Object.entries(byButton)) {
      await selectWord(ada);
      await bar.getByRole('button', { name: new RegExp(`^${name}( \\(|$)`) }).click();
      await textIs(ada, text);
    }
    for (const [key, text] of Object.entries(byKey)) {
      await selectWord(ada);
      await ada.keyboard.press(key);
      await textIs(ada, text);
    }
    await getCompose(ada).fill('A **loom**');
    await getButton(ada, 'Preview').click();
    await ada
      .getByRole('region', { name: 'Write a message' })
      .getByRole('strong')
      .getByText('loom')
      .waitFor();
    await getButton(ada, 'Continue editing').click();
    await textIs(ada, 'A **loom**');
  });

  sentence('The emoji picker inserts emoji with a skin tone and custom ones', async (_t, stage) => {
    await addEmoji(stage, 'bobbin');
    const path = stage.topicPath('emoji');
    const [ada, ben] = [await stage.openPage('ada', path), await stage.openPage('ben', path)];
    await getButton(ada, 'Choose an emoji').click();
    const picker = getDialog(ada, 'Choose an emoji');
    await getButton(picker, 'Custom').click();
    await picker.getByRole('option', { name: 'bobbin' }).click();
    await textIs(ada, ':bobbin: ');
    await getButton(ada, 'Choose an emoji').click();
    await picker.getByRole('radio', { name: 'Skin tone' }).click();
    await picker.getByRole('radio', { name: 'Skin tone 5' }).click();
    await picker.getByRole('combobox', { name: 'Search emoji' }).fill('wave');
    await picker.getByRole('option', { name: 'wave', exact: true }).first().click();
    await textIs(ada, ':bobbin: 👋🏿 ');
    await ada.keyboard.press('Control+Enter');
    await ben.locator('article[data-message-id] img[alt="👋🏿"]').waitFor();
    await ben.getByRole('main').getByRole('img', { name: 'bobbin' }).waitFor();
  });

  sentence('A draft is available on every device and can be restored', async (_t, stage) => {
    const kept = async () =>
      (await done(stage.as('ada').get('/drafts'))).drafts as { id: number; content: string }[];
    // Drafts of pages that were closed before they could say that it was sent.
    for (const { id } of await kept()) await done(stage.as('ada').delete(`/drafts/${String(id)}`));
    const ada = await stage.openPage('ada', stage.topicPath('half'));
    await getCompose(ada).fill('Half a thought');
    await until('the server has it', async () => (await kept()).length === 1);
    const elsewhere = await stage.openPage('ada', '/drafts');
    const row = elsewhere.getByRole('main').getByRole('listitem').filter({ hasText: 'Half a thought' });
    await getButton(row, 'Edit').click();
    await textIs(elsewhere, 'Half a thought');
    await getCompose(elsewhere).and(elsewhere.locator(':focus')).waitFor();
    await elsewhere.keyboard.type(' and the rest');
    await until(
      'the server has the rest',
      async () => (await kept())[0]?.content === 'Half a thought and the rest',
    );
    await elsewhere.goto('/drafts');
    // What the device has kept is older than what was typed here, until the server has been asked.
    await until('it is one', async () => (await row.count()) === 1);
    await getButton(elsewhere, 'Delete draft').click();
    // What is pointed at does not go away.
    await getButton(elsewhere, 'Undo').hover();
    await elsewhere.getByText('No drafts').waitFor();
    await until('the server has none', async () => (await kept()).length === 0);
    await textIs(ada, '');
    await getButton(elsewhere, 'Undo').click();
    await row.waitFor();
  });

  sentence('A tab that gets the focus shows what was written in another one', async (_t, stage) => {
    await stage.say('ben', 'two tabs', 'Which yarn?');
    const ada = await stage.openPage('ada', stage.topicPath('two tabs'));
    await getStored(ada, 'Which yarn?').waitFor();
    await getCompose(ada).fill('Half a sentence');
    const change = "localStorage.setItem(key, localStorage.getItem(key).replace('Half a', 'A whole'))";
    // What listens is loaded after the page is shown.
    await until('it shows the other text', async () => {
      await ada.evaluate(`(key => ${change})('heddle-drafts'); void dispatchEvent(new Event('focus'))`);
      return (await getCompose(ada).inputValue()) === 'A whole sentence';
    });
  });

  sentence('Whether Enter sends is switched beside Send, before anything is written', async (_t, stage) => {
    const ben = await stage.openPage('ben', stage.topicPath('enter'));
    const option = ben.getByRole('menuitemcheckbox', { name: 'Enter sends' });
    for (const [isOn, text] of [
      [true, 'One line.'],
      [false, 'Another one.'],
    ] as const) {
      await getButton(ben, 'Sending options').click();
      await option.click();
      await getCompose(ben).fill(text);
      await getCompose(ben).press('Enter');
      await textIs(ben, isOn ? '' : `${text}\n`);
    }
    await getStored(ben, 'One line.').waitFor();
  });

  sentence('A message is scheduled, rescheduled, sent now or cancelled', async (_t, stage) => {
    const path = stage.topicPath('later');
    const [ada, ben] = [await stage.openPage('ada', path), await stage.openPage('ben', path)];
    for (const text of ['Tea at four.', 'Never mind.']) {
      await getCompose(ada).fill(text);
      await getButton(ada, 'Sending options').click();
      await ada.getByRole('menuitem', { name: 'In one hour' }).click();
      await textIs(ada, '');
    }
    await getCompose(ada).fill('Happy new year.');
    await getButton(ada, 'Sending options').click();
    await ada.getByRole('menuitem', { name: 'Custom time…' }).click();
    await getDialog(ada, 'Schedule message').getByLabel('When').fill('2090-01-01T00:00');
    await getButton(getDialog(ada, 'Schedule message'), 'Schedule message').click();
    await textIs(ada, '');
    const waiting = async () => {
      const { scheduled_messages: all } = await done(stage.as('ada').get('/scheduled_messages'));
      return (all as { content: string }[]).map(({ content }) => content).sort();
    };
    const areWaiting = (...texts: string[]) =>
      until('the server keeps them', async () => JSON.stringify(await waiting()) === JSON.stringify(texts));
    await areWaiting('Happy new year.', 'Never mind.', 'Tea at four.');

    await getLeft(ada).getByRole('link', { name: 'Scheduled' }).click();
    const row = (text: string) => ada.getByRole('main').getByRole('listitem').filter({ hasText: text });
    await getButton(row('Tea at four.'), 'Change time or text').click();
    const dialog = getDialog(ada, 'Change time or text');
    await dialog.getByLabel('Text').fill('Tea at five.');
    await getButton(dialog, 'Save').click();
    await getButton(row('Tea at five.'), 'Send now').click();
    await getStored(ben, 'Tea at five.').waitFor();
    await row('Tea at five.').waitFor({ state: 'detached' });
    await getButton(row('Never mind.'), 'Delete message').click();
    await row('Never mind.').waitFor({ state: 'detached' });
    await areWaiting('Happy new year.');
    assert.equal(await stage.count('later', 'Never mind.'), 0);
  });

  sentence('Snippets are inserted, and Enter sends with that setting', async (_t, stage) => {
    const path = stage.topicPath('enter');
    const [ada, ben] = [await stage.openPage('ada', path), await stage.openPage('ben', path)];
    await getCompose(ada).fill('With kind regards');
    await getButton(ada, 'Saved snippets').click();
    await getButton(ada, 'Save text as snippet').click();
    await getDialog(ada, 'Save text as snippet').getByLabel('Name').fill('Regards');
    await getButton(getDialog(ada, 'Save text as snippet'), 'Save').click();
    await getToast(ada, 'Snippet saved.').waitFor();
    await getCompose(ada).fill('');
    await getButton(ada, 'Saved snippets').click();
    await getDialog(ada, 'Saved snippets')
      .getByRole('button', { name: /^Regards\s*With kind regards$/ })
      .click();
    await textIs(ada, 'With kind regards');
    await getCompose(ada).and(ada.locator(':focus')).waitFor();

    await ada.keyboard.press('Enter');
    await textIs(ada, 'With kind regards\n');
    await done(stage.as('ada').patch('/settings', { enter_sends: true }));
    await getButton(ada, 'Send').locator('kbd').waitFor({ state: 'detached' });
    await getCompose(ada).pressSequentially('Ada');
    await ben.getByText('Ada Achterberg is typing').waitFor();
    await ada.keyboard.press('Shift+Enter');
    await ada.keyboard.press('Enter');
    await getStored(ben, 'With kind regards').waitFor();
    await ben.getByText('Ada Achterberg is typing').waitFor({ state: 'detached' });
    assert.equal(await stage.count('enter', 'With kind regards\nAda'), 1);
    await done(stage.as('ada').patch('/settings', { enter_sends: false }));
  });

  sentence('A failed message shows the reason and is sent again or edited', async (_t, stage) => {
    const admin = stage.as('ada');
    // Who may mention whom is for the server to know.
    const only = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });
    const group = { name: 'rinsers', description: '', members: [], can_mention_group: only() };
    const { group_id } = await done(admin.post('/user_groups/create', group));
    const ben = await stage.openPage('ben', stage.topicPath('tries'));
    const ada = await stage.openPage('ada', stage.topicPath('tries'));
    await getCompose(ben).waitFor();
    for (const text of ['First try.', 'Second try.', 'Third try.']) {
      await write(ben, `@*rinsers* ${text}`);
      await readMessage(ben, text).getByRole('alert').getByText('Not sent:').waitFor();
    }
    const allowed = { new: only(stage.people.ben.id) };
    await done(admin.patch(`/user_groups/${String(group_id)}`, { can_mention_group: allowed }));
    await getButton(readMessage(ben, 'First try.'), 'Retry').click();
    await getStored(ada, 'First try.').waitFor();
    await getButton(readMessage(ben, 'Second try.'), 'Edit').click();
    await textIs(ben, '@*rinsers* Second try.');
    await getCompose(ben).and(ben.locator(':focus')).waitFor();
    await ben.keyboard.type(' Better.');
    await ben.keyboard.press('Control+Enter');
    await getStored(ada, 'Second try. Better.').waitFor();
    await getButton(readMessage(ben, 'Third try.'), 'Discard').click();
    await readMessage(ben, 'Third try.').waitFor({ state: 'detached' });
    assert.equal(await readMessage(ben, 'First try.').count(), 1);
    assert.equal(await readMessage(ada, 'Third try.').count(), 0);
  });

  sentence('A conversation that does not accept messages says so and keeps drafts', async (_t, stage) => {
    const admin = stage.as('ada');
    const principals = [stage.people.ada.id, stage.people.ben.id];
    await done(admin.post('/users/me/subscriptions', { subscriptions: [{ name: 'attic' }], principals }));
    const { stream_id } = await done(admin.get('/get_stream_id', { stream: 'attic' }));
    const ben = await stage.openPage('ben', `/channel/${String(stream_id)}`);
    await getCompose(ben).waitFor();
    await done(admin.delete(`/streams/${String(stream_id)}`));
    await ben.getByText('This channel is archived').waitFor();
    await getCompose(ben).waitFor({ state: 'detached' });

    await ben.goto(`/dm/${stage.people.ada.id}`);
    await getCompose(ben).fill('Begun before.');
    await allowDirect(stage, 'direct_message_permission_group', 'nobody', 'everyone');
    const why = ben.getByText('You do not have permission to send direct messages to these people.');
    await why.waitFor();
    await until('it cannot be sent', () => getButton(ben, 'Send').isDisabled());
    await textIs(ben, 'Begun before.');
    await allowDirect(stage, 'direct_message_permission_group', 'everyone', 'nobody');
    await why.waitFor({ state: 'detached' });
    await until('it can be sent', () => getButton(ben, 'Send').isEnabled());
    await textIs(ben, 'Begun before.');
  });
});
