/** Pictures of people and emoji that cannot be read, or have not come yet: a dry run says the same as the import. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../../tests/support/engines.ts';
import { runArchiveImport as run } from '../../../../../tests/support/fixtures/imports.ts';
import { ts } from '../../../../../tests/support/fixtures/looms.ts';
import { zip } from '../../../../../tests/support/fixtures/zip.ts';
import { makeWorld } from '../../../../../tests/support/world.ts';
import { triedAgain } from './rehearse.ts';

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** An export of Slack with the emoji :weft: and :warp:, each in a reaction, a person with a picture, and a file. */
function looms(weft: Buffer): Buffer {
  const json = (name: string, value: unknown) => ({ name, data: JSON.stringify(value) });
  const profile = {
    real_name: 'Pia Person',
    is_custom_image: true,
    image_original: 'https://avatars.slack-edge.com/pia.png',
  };
  return zip([
    json('users.json', [{ id: 'U1', team_id: 'T1', profile }]),
    json('channels.json', [{ id: 'C1', name: 'looms', members: ['U1'] }]),
    json('emoji.json', {
      weft: 'https://emoji.slack-edge.com/weft.png',
      warp: 'https://emoji.slack-edge.com/warp.png',
    }),
    { name: 'emoji/weft.png', data: weft },
    { name: 'emoji/warp.png', data: onePixel },
    json('looms/2024-05-01.json', [
      {
        type: 'message',
        user: 'U1',
        ts: ts(0),
        text: 'hello',
        reactions: ['weft', 'warp'].map((name) => ({ name, users: ['U1'], count: 1 })),
        files: [{ id: 'F0000001', name: 'plan.txt', url_private: 'https://files.slack.com/F1/plan.txt' }],
      },
    ]),
  ]);
}

onBothEngines('Pictures of an import', (engine) => {
  test('A picture that cannot be read is named with its file, in the dry run too, where its reactions do not come either', async (t) => {
    for (const broken of [Buffer.from('no picture'), onePixel.subarray(0, 50)]) {
      const world = await makeWorld(t, engine);
      const dry = await run(world, looms(broken), { dryRun: true });
      const report = await run(world, looms(broken));
      for (const { counts, problems } of [dry, report]) {
        assert.deepEqual([counts.emoji.added, counts.emoji.skipped], [1, 1]);
        assert.deepEqual([counts.reactions.added, counts.reactions.skipped], [1, 1]);
        const { reason } = problems.find(({ place }) => place === 'emoji :weft:') ?? {};
        assert.match(
          reason ?? '',
          /^Its file "(?:.*\/)?weft\.png" is damaged, or no picture that can be shown here\.$/,
        );
      }
      assert.deepEqual(
        dry.problems.map(({ place }) => place).toSorted(),
        report.problems.map(({ place }) => place).toSorted(),
      );
    }
  });

  test('What has not come yet is named before the next run, pictures of people too', async (t) => {
    const world = await makeWorld(t, engine);
    await run(world, looms(onePixel));
    const again = await run(world, looms(onePixel), { dryRun: true, downloads: true });
    assert.deepEqual(
      again.problems.map(({ place, reason }) => [place, reason]),
      [
        ['picture of Pia Person (U1)', triedAgain],
        ['file F0000001 plan.txt', triedAgain],
      ],
    );
    const first = await makeWorld(t, engine);
    assert.deepEqual((await run(first, looms(onePixel), { dryRun: true, downloads: true })).problems, []);
  });
});
