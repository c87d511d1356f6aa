/** The audit log of the web client has words for all background jobs and tools that the server has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobs } from '../../server/src/app/features.ts';
import { tools } from '../../server/src/features/mcp/tools/index.ts';
import { jobWords, toolWords } from '../../web/src/view/settings/audit-values.ts';

test('Each kind of background job has words in the audit log', () => {
  const kinds = new Set(jobs.map(({ kind }) => kind));
  assert.ok(kinds.size > 20);
  assert.deepEqual(
    [...kinds].filter((kind) => !Object.hasOwn(jobWords, kind)),
    [],
  );
});

test('Each tool that programs can call has words in the audit log', () => {
  assert.deepEqual(tools.map(({ name }) => name).toSorted(), Object.keys(toolWords).toSorted());
});
