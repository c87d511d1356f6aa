/** Slash commands of the organization. */
import type { Static } from '../../../../wire/core.ts';
import type {
  CreateSlashCommandParams,
  GetSlashCommandsResponse,
  SlashCommand,
  UpdateSlashCommandParams,
  ZcommandResponse,
} from '../../../../wire/slash-commands.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import type { Destination } from '../../store/narrow/narrow.ts';
import { ask, toOutcome, type Outcome } from '../request/outcome.ts';

type ActionResult = Promise<ApiFailure | undefined>;

const path = '/heddle/slash_commands';

export async function fetchSlashCommands({ api }: Client): Promise<Outcome<readonly SlashCommand[]>> {
  return toOutcome(
    api.get<Static<typeof GetSlashCommandsResponse>>(path).then(({ slash_commands }) => slash_commands),
  );
}

export const createSlashCommand = ({ api }: Client, params: CreateSlashCommandParams): ActionResult =>
  ask(api.post(path, params));

export const updateSlashCommand = (
  { api }: Client,
  id: number,
  params: UpdateSlashCommandParams,
): ActionResult => ask(api.patch(`${path}/${String(id)}`, params));

export const deleteSlashCommand = ({ api }: Client, id: number): ActionResult =>
  ask(api.delete(`${path}/${String(id)}`));

export async function runSlashCommand(
  { api, live }: Client,
  command: string,
  to: Destination,
): Promise<Outcome<ZcommandResponse>> {
  const own = live.peek().own.user_id;
  const place =
    to.kind === 'topic'
      ? { type: 'channel', to: to.channelId, topic: to.topic }
      : { type: 'direct', to: to.userIds.length === 0 ? [own] : [...to.userIds] };
  return toOutcome(api.post<ZcommandResponse>('/zcommand', { command, ...place }));
}
