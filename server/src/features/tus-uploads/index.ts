/** The feature: tus uploads. */
import { defineJob, type JobContext, enqueue } from '../../core/jobs/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { mountTusUploads } from './mount.ts';
import { expiry } from '../../core/log/index.ts';
import { jobs, type RemoveUnfinished, deleteUploads } from './actions.ts';

// Deletes expired uploads.

/** Maintenance: deletes the rows now, and the bytes by a job. */
const deleteUnfinished = expiry(
  (tx, limit) =>
    tx.q.selectFrom('resumable_upload').select('id').where('expires_at', '<=', tx.now).limit(limit).execute(),
  async (tx, rows) => {
    const ids = rows.map(({ id }) => id);
    await deleteUploads(tx, ids);
    await enqueue(tx, jobs.removeUnfinished, { ids });
  },
);

/** The job: deletes the bytes of uploads without a row. */
async function removeUnfinished({ app, payload }: JobContext<RemoveUnfinished>): Promise<void> {
  for (const id of payload.ids) await app.files.unfinished.remove(id);
}

export const tusUploadsFeature = defineFeature({
  mounts: [mountTusUploads],
  jobs: [defineJob(jobs.removeUnfinished, removeUnfinished)],
  expiries: [deleteUnfinished],
});
