/** The feature: profile fields. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  CreateProfileFieldResponse,
  CreateProfileFieldParams,
  GetProfileFieldsResponse,
  ProfileFieldPath,
  RemoveProfileDataParams,
  ReorderProfileFieldsParams,
  UpdateProfileDataParams,
  UpdateProfileFieldParams,
} from '../../../../wire/profile-fields.ts';
import { customProfileFieldTypes } from '../../../../wire/server.ts';
import { organizationWide } from '../../core/events/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import {
  createProfileField,
  deleteProfileField,
  reorderProfileFields,
  updateProfileField,
} from './actions.ts';
import { getProfileFields } from './queries.ts';
import { changeProfile } from './values.ts';

export { createProfileField } from './actions.ts';
export { getProfileFields } from './queries.ts';
export { changeProfile, checkedValue } from './values.ts';

const profileFieldRoutes = [
  route({
    method: 'GET',
    path: '/realm/profile_fields',
    operationId: 'get-custom-profile-fields',
    policy: 'signedIn',
    scope: 'directory',
    params: Type.Object({}),
    response: GetProfileFieldsResponse,
    handle: async ({ app, me }) => ({ custom_fields: await getProfileFields(app.db.read, me.orgId) }),
  }),
  route({
    method: 'POST',
    path: '/realm/profile_fields',
    operationId: 'create-custom-profile-field',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: CreateProfileFieldParams,
    response: CreateProfileFieldResponse,
    write: async (tx, { me, params }) => ({ id: await createProfileField(tx, me, params) }),
  }),
  route({
    method: 'PATCH',
    path: '/realm/profile_fields',
    operationId: 'reorder-custom-profile-fields',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: ReorderProfileFieldsParams,
    response: EmptyResponse,
    write: (tx, { params }) => reorderProfileFields(tx, params.order),
  }),
  route({
    method: 'PATCH',
    path: '/realm/profile_fields/:field_id',
    operationId: 'update-custom-profile-field',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: withPath(ProfileFieldPath, UpdateProfileFieldParams),
    response: EmptyResponse,
    write: (tx, { params }) => updateProfileField(tx, params.field_id, params),
  }),
  route({
    method: 'DELETE',
    path: '/realm/profile_fields/:field_id',
    operationId: 'delete-custom-profile-field',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: ProfileFieldPath,
    response: EmptyResponse,
    write: (tx, { params }) => deleteProfileField(tx, params.field_id),
  }),
  route({
    method: 'PATCH',
    path: '/users/me/profile_data',
    operationId: 'update-profile-data',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: UpdateProfileDataParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => changeProfile(tx, me.id, params.data, me),
  }),
  route({
    method: 'DELETE',
    path: '/users/me/profile_data',
    operationId: 'remove-profile-data',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: RemoveProfileDataParams,
    response: EmptyResponse,
    write: (tx, { me, params }) =>
      changeProfile(
        tx,
        me.id,
        params.data.map((id) => ({ id, value: null })),
        me,
      ),
  }),
];

const profileFieldState: Pick<StateFetchers, 'custom_profile_fields'> = {
  custom_profile_fields: async ({ tx }) => ({
    custom_profile_fields: await getProfileFields(tx, tx.orgId),
    custom_profile_field_types: customProfileFieldTypes,
  }),
};

export const profileFieldsFeature = defineFeature({
  routes: profileFieldRoutes,
  events: { custom_profile_fields: organizationWide },
  registerState: profileFieldState,
});
