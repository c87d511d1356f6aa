/** The style of emoji that a person chose. */
import { emojiVersions } from '../../wire/emoji-versions.ts';
import { getStored } from './page.ts';
import { done, onOneServer, type Locator, type Stage } from './stage.ts';

type EmojiSet = keyof typeof emojiVersions;

const getPicture = (place: Locator, set: EmojiSet, code: string): Locator =>
  place.locator(`img[src="/static/emoji/${set}-${emojiVersions[set]}/${code}.webp"]`).first();

const choose = (stage: Stage, emojiset: EmojiSet | 'text') =>
  done(stage.as('ada').patch('/settings', { emojiset }));

onOneServer('An emoji', (sentence) => {
  sentence('An emoji uses the chosen emoji set immediately', async (_t, stage) => {
    await choose(stage, 'google');
    await stage.say('ben', 'styles', 'Smile :smile: now');
    const [{ id } = { id: 0 }] = await stage.read('ada', 'styles');
    await done(stage.as('ben').post(`/messages/${id}/reactions`, { emoji_name: 'heart' }));
    const ada = await stage.openPage('ada', stage.topicPath('styles'));
    const message = getStored(ada, 'Smile');
    for (const set of ['google', 'twitter', 'google-blob'] as const) {
      await choose(stage, set);
      await getPicture(message, set, '1f642').waitFor();
      await getPicture(message.getByRole('button', { name: 'heart' }), set, '2764').waitFor();
    }
    await choose(stage, 'text');
    await getStored(ada, 'Smile :smile: now').waitFor();
    await message.locator('button').filter({ hasText: ':heart:' }).waitFor();
    await message.locator('img[src*="/static/emoji/"]').first().waitFor({ state: 'detached' });
    await choose(stage, 'google');
    await getPicture(message, 'google', '1f642').waitFor();
  });
});
