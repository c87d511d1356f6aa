/**
 * HEDDLE_CONTRACT=<OpenAPI document> node tools/run.mjs tools/api-coverage.ts [--brief]
 * Lists implemented and missing operations of the API. Fails if one is missing, or if a route contradicts the document.
 */
import { readFileSync } from 'node:fs';
import { routes } from '../server/src/app/features.ts';
import { compare, type Contract } from './api-compare.ts';
import { readOptions } from './options.ts';

const { values: options } = readOptions(import.meta.filename, {
  options: { brief: { type: 'boolean', default: false } },
});
const file = process.env.HEDDLE_CONTRACT;
/** Described like operations, but not endpoints: the shape of errors, and the requests that a server sends to webhooks. */
const descriptions = [
  'POST /rest-error-handling rest-error-handling',
  'POST /zulip-outgoing-webhook zulip-outgoing-webhooks',
];

if (!file) {
  console.log('HEDDLE_CONTRACT is not set: no API description to compare with');
} else {
  const { built, gaps, beyond, wrong } = compare(JSON.parse(readFileSync(file, 'utf8')) as Contract, routes);
  const missing = gaps.filter((operation) => !descriptions.includes(operation));
  if (built.length === 0) throw new Error(`${file} describes no operation that is implemented`);
  if (!options.brief) {
    list('Implemented', built);
    list('Not in the document', beyond);
  }
  list('Missing', missing);
  list('Contradictions: change the route, or its operationId', wrong);
  console.log(
    `${built.length} of ${built.length + missing.length} operations implemented, ${beyond.length} others`,
  );
  process.exitCode = wrong.length + missing.length > 0 ? 1 : 0;
}

function list(title: string, lines: string[]): void {
  if (lines.length > 0) console.log(`${title}\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
}
