/** `heddle import undo`: says before what it cannot bring back, then what it did. */
import type { Result } from '../admin-command.ts';
import type { CommandResult } from '../command-list.ts';
import { administer, type Flags } from '../program-parts.ts';
import { counted } from './import-text.ts';
import { writeAside } from '../print.ts';

type Undone = CommandResult<'import-undo'>;

export async function undoCommand({ org, run, dryRun, ...flags }: Flags): Promise<void> {
  if (dryRun === true) return administer('import-undo', flags, { org, run, plan: true }, planText);
  const { loadConfig } = await import('../../../lib/config/config.ts');
  const { runWherePossible } = await import('../admin.ts');
  const options: Result = { org, run, plan: true };
  const { planned } = await runWherePossible(loadConfig(flags), 'import-undo', options);
  const stays = planned.flatMap(staysLines);
  if (stays.length > 0) writeAside(`${stays.join('\n')}\n`);
  return administer('import-undo', flags, { org, run }, undoneText);
}

type Plan = Undone['planned'][number];

const broughtKinds = ['messages', 'channels', 'files'] as const;

const planText = ({ planned }: Undone): string =>
  planned
    .flatMap((plan) => [
      `Would undo import ${plan.run} from ${plan.product} (${plan.origin}): ${counted(plan.people, 'people', 'person')}, ${broughtKinds.map((kind) => counted(plan[kind], kind)).join(', ')}${restoredText(plan)}.`,
      ...staysLines(plan),
    ])
    .join('\n');

function restoredText({
  edits,
  moves,
  reactions,
  members,
}: Pick<Plan, 'edits' | 'moves' | 'reactions' | 'members'>): string {
  const parts = [
    ...(edits > 0 ? [counted(edits, 'texts')] : []),
    ...(moves > 0 ? [counted(moves, 'places of messages', 'place of a message')] : []),
    ...(reactions > 0 ? [counted(reactions, 'reactions')] : []),
    ...(members > 0 ? [counted(members, 'members of channels', 'member of a channel')] : []),
  ];
  return parts.length === 0 ? '' : `; as before again: ${parts.join(', ')}`;
}

const staysLines = ({ run, deleted, unknown }: Plan): string[] => [
  ...(deleted > 0
    ? [
        `Not undone: import ${run} deleted ${counted(deleted, 'messages')}. An import of the earlier export brings back what it deleted, as new messages.`,
      ]
    : []),
  ...(unknown > 0
    ? [
        `Not undone: import ${run} made ${counted(unknown, 'changes')} to earlier messages, with a version that did not note how they were before.`,
      ]
    : []),
];

const undoneText = ({ undone }: Undone): string =>
  undone
    .map((done) => {
      const parts = broughtKinds.map((kind) => counted(done[kind], kind));
      const { people_kept: inUse, kept } = done;
      return [
        `Import ${done.run} undone: ${counted(done.people, 'people', 'person')}, ${parts.join(', ')}${restoredText(done)}.`,
        ...(inUse > 0
          ? [`${counted(inUse, 'accounts are in use and stay', 'account is in use and stays')}.`]
          : []),
        ...(kept > 0
          ? [
              `${counted(kept, 'changes stay, of what has', 'change stays, of what has')} been changed or deleted here since.`,
            ]
          : []),
      ].join(' ');
    })
    .join('\n');
