/** Commands for support. */
import type { Command } from 'commander';
import { configFlags } from '../../lib/config/config-schema.ts';
import { command, examples, whileRunning, type Flags } from './program-parts.ts';
import { writeOut } from './print.ts';

export function addSupport(program: Command): void {
  const group = program.command('support').description('Get help');
  command(group, 'bundle', 'Write a redacted description of the server to a file', [...configFlags])
    .argument('[file]', 'File to write; - for standard output', defaultName())
    .option('--log <file>', 'Read the log from this file; - for standard input')
    .addHelpText(
      'after',
      examples(['heddle support bundle', 'journalctl -u heddle -o cat | heddle support bundle --log -']) +
        '\n\nThe file has versions, settings without secrets, the findings of the doctor, sizes of tables, metrics and the\n' +
        'last 500 lines of the log, without email addresses, network addresses and keys. Read it before you send it.' +
        whileRunning,
    )
    .action(async (file: string, flags: Flags) => {
      const { writeBundle } = await import('../support/bundle.ts');
      const written = await writeBundle(file, flags);
      if (file === '-') return;
      const { bytes, log_lines } = written;
      const about = `${Math.ceil(bytes / 1024)} KiB, lines of the log: ${log_lines}`;
      const said = `Wrote ${file} (${about}). Read it before you send it.`;
      writeOut(`${flags.json === true ? JSON.stringify(written) : said}\n`);
    });
}

const defaultName = (): string => `heddle-support-${new Date().toISOString().slice(0, 10)}.json`;
