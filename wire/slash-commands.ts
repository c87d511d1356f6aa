/** Slash commands: built-in ones, and those of an organization, which call an outgoing webhook. */
import { Exact, Id, JsonOrBare, Nullable, OneOf, Type, optional, type Static } from './core.ts';

export const slashCommandLimits = { name: 32, description: 200 } as const;

/** Built-in commands, and prefixes that clients handle. */
const builtInCommands = ['dark', 'light', 'fluid-width', 'fixed-width', 'ping'] as const;
export type BuiltInCommand = (typeof builtInCommands)[number];
export const reservedCommands: readonly string[] = [...builtInCommands, 'me', 'poll', 'todo', 'day', 'night'];

const fields = {
  // Lower-case letters, digits, hyphens and underscores; without the slash.
  name: Type.String(),
  description: Type.String(),
  // An outgoing webhook.
  bot_id: Id,
  // The user group whose members may use it.
  group_id: Id,
};

export const SlashCommand = Exact({
  id: Id,
  ...fields,
  // Whether the reader may use it.
  can_use: Type.Boolean(),
});
export type SlashCommand = Static<typeof SlashCommand>;

/** GET /heddle/slash_commands: those that the caller may use; all for administrators. By name. */
export const GetSlashCommandsResponse = Exact({ slash_commands: Type.Array(SlashCommand) });

export const SlashCommandPath = Type.Object({ command_id: Id });
export const CreateSlashCommandParams = Type.Object(fields);
export type CreateSlashCommandParams = Static<typeof CreateSlashCommandParams>;
export const CreateSlashCommandResponse = Exact({ id: Id });
export const UpdateSlashCommandParams = Type.Object(optional(fields));
export type UpdateSlashCommandParams = Static<typeof UpdateSlashCommandParams>;

/** POST /zcommand. Custom commands need the conversation in which they are used, as in POST /messages. */
export const ZcommandParams = Type.Object({
  command: Type.String(),
  type: Type.Optional(OneOf(['direct', 'channel', 'stream', 'private'])),
  to: Type.Optional(
    JsonOrBare([Type.Integer(), Type.String(), Type.Array(Type.Union([Type.Integer(), Type.String()]))]),
  ),
  topic: Type.Optional(Type.String()),
});
export type ZcommandParams = Static<typeof ZcommandParams>;

/** `msg` is shown to the caller only. */
export const ZcommandResponse = Exact({
  msg: Type.Optional(Type.String()),
  // Custom commands have it: `msg` as HTML, or null if nothing is shown.
  rendered_content: Type.Optional(Nullable(Type.String())),
  // Custom commands have it: the message that the bot sent, or null.
  message_id: Type.Optional(Nullable(Id)),
});
export type ZcommandResponse = Static<typeof ZcommandResponse>;
