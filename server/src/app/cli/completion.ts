/** Generates shell completion scripts from the commands themselves. */
import type { Command } from 'commander';

interface Entry {
  /** The words before it, such as `user list`; empty for the program itself. Aliases have entries of their own. */
  path: string;
  commands: { name: string; description: string }[];
  options: { long: string; description: string }[];
}

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

export function completionScript(program: Command, shell: Shell): string {
  const entries = readEntries(program, []);
  if (shell === 'fish') return fishScript(entries);
  const script = bashScript(entries);
  return shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${script}` : script;
}

function readEntries(command: Command, path: readonly string[]): Entry[] {
  const entry = {
    path: path.join(' '),
    commands: command.commands.map((one) => ({ name: one.name(), description: one.description() })),
    options: [
      ...command.options.flatMap(({ long, description, hidden }) =>
        long && !hidden ? [{ long, description }] : [],
      ),
      { long: '--help', description: 'Show help' },
    ],
  };
  const below = command.commands.flatMap((one) =>
    [one.name(), ...one.aliases()].flatMap((name) => readEntries(one, [...path, name])),
  );
  return [entry, ...below];
}

/** Names of commands and options need no quotes. */
function bashScript(entries: readonly Entry[]): string {
  const known = entries.slice(1).map(({ path }) => `"${path}"`);
  const cases = entries.map(({ path, commands, options }) => {
    const words = [...commands.map(({ name }) => name), ...options.map(({ long }) => long)];
    return `    "${path}") words="${words.join(' ')}" ;;`;
  });
  return `_heddle() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" path="" words="" next i
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${path:+$path }\${COMP_WORDS[i]}"
    case "$next" in
      ${known.join('|')}) path="$next" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _heddle heddle
`;
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function fishScript(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ path, commands, options }) => {
    const seen = path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
    const names = commands.map(({ name }) => name).join(' ');
    const here = path === '' ? '__fish_use_subcommand' : seen.join('; and ');
    const before = path === '' ? here : `${here}; and not __fish_seen_subcommand_from ${names}`;
    return [
      ...commands.map(
        ({ name, description }) =>
          `complete -c heddle -f -n ${quoted(before)} -a ${name} -d ${quoted(description)}`,
      ),
      ...options.map(
        ({ long, description }) =>
          `complete -c heddle -n ${quoted(names === '' ? here : before)} -l ${long.slice(2)} -d ${quoted(description)}`,
      ),
    ];
  });
  return `${lines.join('\n')}\n`;
}
