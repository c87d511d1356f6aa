/** What programs that build and deploy post. */
import type { Sample } from './sample.ts';

const sample = (integration: string, what: string, body: unknown): Sample => ({
  integration,
  what,
  body,
});

const circle = {
  id: '3888f21b-eaa7-38e3-8f3d-75a63bba8895',
  happened_at: '2026-09-01T22:49:34.317Z',
  webhook: { id: 'cf8c4fdd', name: 'Sample Webhook' },
  project: { id: '84996744', name: 'loom', slug: 'github/weavers/loom' },
  pipeline: {
    id: '1285fe1d',
    number: 130,
    vcs: {
      branch: 'main',
      revision: '1dc6aa69429bff4806ad6afe58d3d8f57e25973e',
      commit: { subject: 'Wind the warp', author: { name: 'Ada Achterberg', email: 'ada@example.com' } },
    },
  },
  workflow: {
    id: 'fda08377',
    name: 'build-and-test',
    status: 'success',
    url: 'https://app.circleci.com/pipelines/github/weavers/loom/130/workflows/fda08377',
  },
};

export const buildSamples: readonly Sample[] = [
  sample('circleci', 'a workflow', { ...circle, type: 'workflow-completed' }),
  sample('circleci', 'a job', {
    ...circle,
    type: 'job-completed',
    job: { id: '8bd71c28', name: 'lint', number: 136, status: 'failed' },
  }),
  sample('circleci', 'a test delivery', { type: 'ping', webhook: circle.webhook }),
  sample('jenkins', 'a build', {
    name: 'loom',
    display_name: 'Loom',
    url: 'job/loom/',
    build: {
      full_url: 'https://jenkins.example.com/job/loom/18/',
      number: 18,
      phase: 'COMPLETED',
      status: 'SUCCESS',
      url: 'job/loom/18/',
      scm: {
        url: 'https://git.example.com/loom',
        branch: 'origin/main',
        commit: 'c6d86dc654b12425e706bcf951adfe5a8627a517',
      },
    },
  }),
  sample('jenkins', 'a phase that is ignored', {
    name: 'loom',
    build: { number: 18, phase: 'FINALIZED', status: 'SUCCESS' },
  }),
  sample('argocd', 'an application', {
    app: 'loom',
    phase: 'Succeeded',
    sync: 'Synced',
    health: 'Healthy',
    revision: 'c6d86dc654b12425e706bcf951adfe5a8627a517',
    repository: 'https://git.example.com/loom',
    url: 'https://argocd.example.com/applications/loom',
  }),
  sample('travis', 'a build', {
    number: '4',
    status_message: 'Broken',
    author_name: 'Ada Achterberg',
    compare_url: 'https://github.com/weavers/loom/compare/ab^...cd',
    build_url: 'https://travis-ci.com/weavers/loom/builds/1',
    repository: { name: 'loom' },
    pull_request: false,
  }),
  {
    ...sample('netlify', 'a deployment that failed', {
      id: '5',
      name: 'loom-site',
      url: 'http://loom-site.netlify.app',
      ssl_url: 'https://loom-site.netlify.app',
      branch: 'main',
      state: 'error',
      error_message: 'Build script returned non-zero exit code: 2',
    }),
    headers: { 'x-netlify-event': 'deploy_failed' },
  },
  {
    ...sample('netlify', 'a deployment', {
      id: '5',
      name: 'loom-site',
      ssl_url: 'https://loom-site.netlify.app',
      branch: 'main',
      state: 'ready',
      error_message: null,
    }),
    headers: { 'x-netlify-event': 'deploy_created' },
  },
];
