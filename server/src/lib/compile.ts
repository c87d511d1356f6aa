/** TypeBox's compiler, loaded at first use: a start compiles nothing, and loading it would take a tenth of a start. */
import { createRequire } from 'node:module';
import type { TSchema } from 'typebox';
import type * as Compiler from 'typebox/compile';

let compiler: typeof Compiler | undefined;

export function compile(schema: TSchema): Compiler.Validator {
  compiler ??= createRequire(import.meta.url)('typebox/compile') as typeof Compiler;
  return compiler.Compile(schema);
}
