/**
 * HEDDLE_CONTRACT=<OpenAPI document> node tools/run.mjs tools/api-coverage.ts [--brief]
 * Lists implemented and missing operations of the API. Fails if a route contradicts the document.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { routes } from '../server/src/app/features.ts';
import { compare, type Contract } from './api-compare.ts';

const { values: options } = parseArgs({ options: { brief: { type: 'boolean', default: false } } });
const file = process.env.HEDDLE_CONTRACT;

if (!file) {
  console.log('HEDDLE_CONTRACT is not set: no API description to compare with');
} else {
  const { built, gaps, beyond, wrong } = compare(JSON.parse(readFileSync(file, 'utf8')) as Contract, routes);
  if (!options.brief) {
    list('Built', built);
    list('Gaps', gaps);
    list('Not in the document', beyond);
  }
  list('Contradictions: change the route, or its operationId', wrong);
  console.log(
    `${built.length} of ${built.length + gaps.length} operations implemented, ${beyond.length} others`,
  );
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

function list(title: string, lines: string[]): void {
  if (lines.length > 0) console.log(`${title}\n${lines.map((line) => `  ${line}`).join('\n')}\n`);
}
