/** Slash commands: which there are, and the response of the last one. */
import { signal } from '@preact/signals';
import type { BuiltInCommand, SlashCommand } from '../../../../../wire/slash-commands.ts';
import { fetchSlashCommands, runSlashCommand } from '../../../actions/organization/slash-commands.ts';
import type { Client } from '../../../connection/client.ts';
import type { Destination } from '../../../store/narrow/narrow.ts';
import { targetKey, type Target } from '../../../store/writing/drafts.ts';
import { failureText } from '../../../view/text/failure.ts';
import { drafts } from './state.ts';

export type CommandResponse = {
  /** `targetKey` of the conversation in which it was used. */
  key: string;
  command: string;
  /** HTML or text for the person alone; undefined while it runs. */
  shown?: { html: string } | { text: string } | { reason: string };
};

export const commandResponse = signal<CommandResponse | undefined>(undefined);
export const ownCommands = signal<readonly SlashCommand[]>([]);

const staleMs = 60_000;
let loading: { of: Client; since: number; done: Promise<void> } | undefined;

/** At most once a minute. Failures are ignored: there are no commands then. */
export function loadCommands(client: Client): Promise<void> {
  const now = Date.now();
  if (loading?.of === client && now - loading.since < staleMs) return loading.done;
  const done = fetchSlashCommands(client).then(({ value: found }) => {
    if (found === undefined) loading = undefined;
    else ownCommands.value = found.filter(({ can_use }) => can_use);
  });
  loading = { of: client, since: now, done };
  return done;
}

const builtIn: readonly BuiltInCommand[] = ['dark', 'light', 'fluid-width', 'fixed-width', 'ping'];

const commandIn = (text: string): string | undefined =>
  /^\/([\w-]+)(?=\s|$)/.exec(text.trim())?.[1]?.toLowerCase();

/** Texts that are shown in another way are ordinary messages. */
const inMessages: ReadonlySet<string> = new Set(['me', 'poll', 'todo']);

/** Whether the text may be a slash command, so that the list of commands is needed. */
export function mayBeCommand(text: string): boolean {
  const name = commandIn(text);
  return name !== undefined && !inMessages.has(name);
}

/** @returns whether it was a command; otherwise it is a message */
export async function runWritten(client: Client, to: Target, place: Destination): Promise<boolean> {
  const text = drafts.getText(to).trim();
  await loadCommands(client);
  const name = commandIn(text);
  const isKnown =
    builtIn.some((each) => each === name) || ownCommands.peek().some((each) => each.name === name);
  if (name === undefined || !isKnown) return false;
  const [key, command] = [targetKey(to), `/${name}`];
  commandResponse.value = { key, command };
  const { value: response, failure } = await runSlashCommand(client, text, place);
  if (failure !== undefined) {
    commandResponse.value = { key, command, shown: { reason: failureText(failure) } };
    return true;
  }
  if (drafts.getText(to).trim() === text) drafts.write(to, '');
  const { rendered_content: html, msg = '' } = response;
  const said = typeof html === 'string' ? { html } : { text: msg };
  const hasSaid = typeof html === 'string' || msg !== '';
  commandResponse.value = hasSaid ? { key, command, shown: said } : undefined;
  return true;
}
