/** Metrics of requests, write groups, jobs, mail and uploads, counted when they end. */
import type { Work } from '../../lib/telemetry/telemetry.ts';
import { sendEmail } from '../../core/jobs/index.ts';
import { durations, type MakePart } from './part.ts';

type Count<W extends Work> = (work: W) => void;

const requests: MakeCount<'request'> = (registry) => {
  const labels = ['operation', 'status'];
  const total = registry.counter('heddle_requests_total', 'Requests by operation ID and status.', labels);
  const help = 'Time from the arrival of a request to the end of its response, by operation ID.';
  const seconds = registry.histogram('heddle_request_duration_seconds', help, durations, ['operation']);
  return ({ operation, status, ms }) => {
    total.add(1, operation, String(status));
    seconds.observe(ms / 1000, operation);
  };
};

const writeGroups: MakeCount<'write-group'> = (registry) => {
  const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256];
  const actions = registry.histogram(
    'heddle_write_group_actions',
    'Actions that were committed together.',
    sizes,
  );
  const seconds = registry.histogram(
    'heddle_write_group_duration_seconds',
    'Time that a group of actions took, its commit included.',
    durations,
  );
  const commit = registry.histogram(
    'heddle_commit_duration_seconds',
    'Time that a commit took, which is that of flushing it to the disk.',
    durations,
  );
  const failures = registry.counter(
    'heddle_write_group_failures_total',
    'Groups of actions that were not committed, those of a single refused action included.',
  );
  return (work) => {
    seconds.observe(work.ms / 1000);
    actions.observe(work.actions);
    if (work.error === undefined) commit.observe(work.commitMs / 1000);
    else failures.add(1);
  };
};

const jobs: MakeCount<'job'> = (registry) => {
  const name = 'heddle_job_duration_seconds';
  const seconds = registry.histogram(name, 'Time that an attempt at a job took.', durations, ['kind']);
  const failures = registry.counter('heddle_job_failures_total', 'Attempts at jobs that failed.', ['kind']);
  const mails = registry.counter('heddle_mails_total', 'Attempts to send an email, by outcome.', ['outcome']);
  for (const outcome of ['sent', 'failed']) mails.add(0, outcome);
  return ({ job, ms, error }) => {
    seconds.observe(ms / 1000, job);
    if (error !== undefined) failures.add(1, job);
    if (job === sendEmail.name) mails.add(1, error === undefined ? 'sent' : 'failed');
  };
};

const uploads: MakeCount<'upload'> = (registry) => {
  const count = registry.counter('heddle_uploads_total', 'Uploaded files that were stored.');
  const bytes = registry.counter('heddle_upload_bytes_total', 'Bytes of uploaded files that were stored.');
  return (work) => {
    count.add(1);
    bytes.add(work.bytes);
  };
};

type MakeCount<Kind extends Work['kind']> = (
  registry: Parameters<MakePart>[0],
) => Count<Extract<Work, { kind: Kind }>>;

export const workPart: MakePart = (registry) => {
  const count = {
    request: requests(registry),
    'write-group': writeGroups(registry),
    job: jobs(registry),
    upload: uploads(registry),
  };
  const help = 'Time of a database query, waiting for a connection included.';
  const queries = registry.histogram('heddle_query_duration_seconds', help, durations);
  return {
    listener: {
      // The counter of a kind takes work of that kind.
      ended: (work) => (count[work.kind] as Count<Work>)(work),
      query: (ms) => queries.observe(ms / 1000),
    },
  };
};
