/** The options of a script: its `--help` is the comment at the head of its file. */
import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { errorCode, errorMessage } from '../server/src/lib/thrown.ts';

/** @param file The script. Its first comment says how it is called. */
function readUsage(file: string): string {
  const [, comment = ''] = /^\/\*\*(.*?)\*\//s.exec(readFileSync(file, 'utf8')) ?? [];
  return comment.replaceAll(/^[^\S\n]*\* ?/gm, '').trim();
}

/** Prints how the script is called, and ends, if that is asked for. */
export function showHelp(file: string, args: readonly string[] = process.argv.slice(2)): void {
  if (!args.includes('--help') && !args.includes('-h')) return;
  console.log(readUsage(file));
  process.exit();
}

/** Ends the process after `--help`, and with 2 for an option that does not exist. */
export function readOptions<const Config extends ParseArgsConfig>(
  file: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  showHelp(file);
  try {
    return parseArgs(config);
  } catch (error) {
    if (!errorCode(error)?.startsWith('ERR_PARSE_ARGS')) throw error;
    console.error(`${errorMessage(error).split('. ')[0] ?? ''}\n\n${readUsage(file)}`);
    process.exit(2);
  }
}
