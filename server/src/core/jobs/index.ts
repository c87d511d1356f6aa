/** The exports of `jobs` for other rooms. */
export {
  emailJob,
  sendEmail,
  sendNow,
  type Job,
  type JobContext,
  type JobKind,
  defineJob,
  jobKind,
} from './job.ts';
export { dropJobs, findJobs, listJobs, retryJobs, type FoundJob } from './operator.ts';
export { countJobs, enqueue, enqueueLaterRemoval, nextDueAt, storeOrRemove } from './queue.ts';
export { JobRunner } from './lane.ts';
export { jobSetAside, mayRun, repeatWorkJob, type SetAsideJob } from './set-aside.ts';
