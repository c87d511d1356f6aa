/** The feature: slash commands. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  CreateSlashCommandParams,
  CreateSlashCommandResponse,
  GetSlashCommandsResponse,
  SlashCommandPath,
  UpdateSlashCommandParams,
  ZcommandParams,
  ZcommandResponse,
} from '../../../../wire/slash-commands.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import { createCommand, deleteCommand, updateCommand } from './actions.ts';
import { getCommands } from './queries.ts';
import { runZcommand } from './zcommand.ts';

const slashCommandRoutes = [
  route({
    method: 'POST',
    path: '/zcommand',
    operationId: 'zcommand',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: ZcommandParams,
    response: ZcommandResponse,
    handle: ({ app, me, ip, params }) => runZcommand(app, me, ip, params),
  }),
  route({
    method: 'GET',
    path: '/heddle/slash_commands',
    operationId: 'heddle-get-slash-commands',
    policy: 'signedIn',
    scope: 'read',
    params: Type.Object({}),
    response: GetSlashCommandsResponse,
    handle: async ({ app, me }) => ({ slash_commands: await getCommands(app.db.read, me) }),
  }),
  route({
    method: 'POST',
    path: '/heddle/slash_commands',
    operationId: 'heddle-create-slash-command',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: CreateSlashCommandParams,
    response: CreateSlashCommandResponse,
    write: async (tx, { params }) => ({ id: await createCommand(tx, params) }),
  }),
  route({
    method: 'PATCH',
    path: '/heddle/slash_commands/:command_id',
    operationId: 'heddle-update-slash-command',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: withPath(SlashCommandPath, UpdateSlashCommandParams),
    response: EmptyResponse,
    write: (tx, { params: { command_id: id, ...changes } }) => updateCommand(tx, id, changes),
  }),
  route({
    method: 'DELETE',
    path: '/heddle/slash_commands/:command_id',
    operationId: 'heddle-delete-slash-command',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: SlashCommandPath,
    response: EmptyResponse,
    write: (tx, { params }) => deleteCommand(tx, params.command_id),
  }),
];

export const slashCommandsFeature = defineFeature({ routes: slashCommandRoutes });
