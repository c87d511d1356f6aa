#!/usr/bin/env node
// The `heddle` command: `npx heddle …` in a checkout.
import { launch } from './launch.mjs';

await launch(['server/src/main.ts', ...process.argv.slice(2)]);
