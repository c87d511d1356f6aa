/** Default channel groups: sets of channels that new users can choose. */
import { Ids, Exact, Id, Type, type Static, type Examples } from './core.ts';

export const DefaultChannelGroup = Exact({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  streams: Ids,
});

export type DefaultChannelGroup = Static<typeof DefaultChannelGroup>;

/** POST /default_stream_groups/create */
export const CreateDefaultGroupParams = Type.Object({
  group_name: Type.String(),
  description: Type.String(),
  stream_names: Type.Array(Type.String()),
});
export type CreateDefaultGroupParams = Static<typeof CreateDefaultGroupParams>;

export const DefaultGroupPath = Type.Object({ group_id: Id });

/** PATCH /default_stream_groups/{group_id} */
export const UpdateDefaultGroupParams = Type.Object({
  new_group_name: Type.Optional(Type.String()),
  new_description: Type.Optional(Type.String()),
});
export type UpdateDefaultGroupParams = Static<typeof UpdateDefaultGroupParams>;

/** PATCH /default_stream_groups/{group_id}/streams */
export const ChangeDefaultGroupParams = Type.Object({
  // "add" or "remove"; not an enumeration, since an invalid value has its own error message.
  op: Type.String(),
  stream_names: Type.Array(Type.String()),
});
export type ChangeDefaultGroupParams = Static<typeof ChangeDefaultGroupParams>;

/** The whole list, by name. Not sent to guests. */
const DefaultGroupsEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('default_stream_groups'),
  default_stream_groups: Type.Array(DefaultChannelGroup),
});

export const defaultChannelGroupState = {
  default_stream_groups: { realm_default_stream_groups: Type.Array(DefaultChannelGroup) },
};

export const defaultChannelGroupEvents = { default_stream_groups: DefaultGroupsEvent };

export const defaultChannelGroupExamples: Examples<typeof defaultChannelGroupEvents> = {
  default_stream_groups: {
    'channels that new people come into together': {
      id: 1,
      type: 'default_stream_groups',
      default_stream_groups: [{ id: 2, name: 'weavers', description: 'At the loom', streams: [1, 4] }],
    },
  },
};
