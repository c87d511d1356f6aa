// node tools/run.mjs [--watch] <script.ts> [args…]: runs a script of this repository under the right Node.
import { launch } from './launch.mjs';

await launch(process.argv.slice(2));
