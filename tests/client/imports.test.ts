/** Imports in the settings of an organization. */
import assert from 'node:assert/strict';
import { ReportBuilder } from '../../server/src/transfer/import/report.ts';
import { openBrowser } from '../support/clients/browser.ts';
import type { ImportReport } from '../../wire/imports.ts';
import { slackZip } from '../support/fixtures/slack.ts';
import { finishImports, uploadArchive } from '../support/fixtures/web-imports.ts';
import { done, onOneServer, type Page, type Stage } from './stage.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Imports' }).getByRole('listitem');

async function upload({ server, people }: Stage, name: string, bytes: Buffer): Promise<void> {
  const [organization] = server.app.organizations.names;
  const account = { orgId: organization?.id ?? 0, userId: people.ada.id };
  const response = await uploadArchive(await openBrowser(server, account), name, bytes);
  assert.equal(response.status, 201);
}

/** The report on a newer export: what it would change, and what has no place here. */
function makeReport(): ImportReport {
  const builder = new ReportBuilder('slack', 'weavers', true);
  const { report } = builder;
  Object.assign(report.changed, { edited: 3, deleted: 2, kept: 1 });
  report.notices_left_out = 4;
  const places = ['draft-one', 'draft-two', 'draft-three', 'draft-four'];
  builder.leaveOut({ what: 'drafts', count: 5, reason: 'They belong to one person.', places });
  builder.leaveOut({ what: 'canvas', count: 1, reason: 'It is no message.', places: ['F77'] });
  for (const line of [1, 2]) builder.problem(`general.json:${line}`, `Record ${line} has no time.`);
  return builder.done();
}

onOneServer('The page of imports', (sentence) => {
  sentence(
    'The report of a newer export has what changed, where the first of what is left out are, and problems by reason',
    async (_t, stage) => {
      await upload(stage, 'newer.zip', slackZip());
      const page = await stage.openPage('ada', '/organization/imports');
      const row = rows(page).filter({ hasText: 'newer.zip' });
      await row.getByRole('button', { name: 'Check', exact: true }).click();
      await row.filter({ hasText: 'Checking' }).waitFor();
      const run = () => Promise.resolve(makeReport());
      await finishImports(stage.server, { run, undo: () => Promise.resolve() });
      await row.filter({ hasText: 'Checked' }).waitFor();
      await row.getByText('Changes to earlier imports').waitFor();
      assert.match(
        await row.textContent(),
        /Messages edited there since\s*3\s*Messages deleted there since\s*2\s*Messages kept because they were edited here\s*1/,
      );
      await row.getByText('4 notices that people joined or left are left out.').waitFor();
      await row.getByText('Left out', { exact: true }).click();
      await row.getByText('draft-three').waitFor();
      assert.equal(await row.getByText('draft-four').count(), 0, 'three lead to the rest');
      await row.getByText('F77').waitFor();
      await row.getByText('Problems by reason').click();
      await row.getByText('2 × Record … has no time.').waitFor();
    },
  );

  sentence(
    'An invalid archive fails with a reason and can be deleted, and administrators see that only owners import',
    async (_t, stage) => {
      await upload(stage, 'broken.zip', Buffer.from('broken'));
      const page = await stage.openPage('ada', '/organization/imports');
      const row = rows(page).filter({ hasText: 'broken.zip' });
      await row.getByRole('button', { name: 'Check', exact: true }).click();
      await row.filter({ hasText: 'Checking' }).waitFor();
      await finishImports(stage.server);
      await row.filter({ hasText: 'Failed' }).waitFor();
      await row.getByRole('button', { name: 'Delete archive' }).click();
      await page
        .getByRole('dialog', { name: 'Delete archive' })
        .getByRole('button', { name: 'Delete archive' })
        .click();
      await row.waitFor({ state: 'detached' });
      await done(stage.as('ada').patch(`/users/${stage.people.ben.id}`, { role: 200 }));
      const other = await stage.openPage('ben', '/organization/imports');
      await other.getByText('Only owners can change this.').waitFor();
      assert.equal(await other.getByRole('button', { name: 'Upload' }).count(), 0);
    },
  );
});
