import { limits, PictureResponse, Type } from '../../../../wire/core.ts';
import { IconResponse, LogoParams } from '../../../../wire/organization.ts';
import { Redirect, route } from '../../http/route.ts';
import { mebibyte } from '../uploads/index.ts';
import { deleteOrganizationPicture, setOrganizationPicture } from './pictures.ts';
import { organizationPictureUrl } from './serialize.ts';

const getLogo = ({ night }: LogoParams) => (night ? 'night_logo' : 'logo');

export const organizationPictureRoutes = [
  route({
    method: 'GET',
    path: '/realm/icon',
    operationId: 'get-realm-icon',
    policy: 'signedIn',
    scope: 'directory',
    params: Type.Object({}),
    response: PictureResponse,
    handle: ({ me }) => Promise.resolve(new Redirect(organizationPictureUrl(me.cache.organization, 'icon'))),
  }),
  route({
    method: 'POST',
    path: '/realm/icon',
    operationId: 'upload-realm-icon',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: Type.Object({}),
    response: IconResponse,
    largestFile: () => limits.iconMebibytes * mebibyte,
    handle: async ({ app, me, files }) => {
      const organization = await setOrganizationPicture(app, me, 'icon', files);
      return { icon_url: organizationPictureUrl(organization, 'icon') };
    },
  }),
  route({
    method: 'DELETE',
    path: '/realm/icon',
    operationId: 'delete-realm-icon',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: Type.Object({}),
    response: IconResponse,
    handle: async ({ app, me }) => {
      const organization = await app.db.write(me.orgId, me, (tx) =>
        deleteOrganizationPicture(tx, me, 'icon'),
      );
      return { icon_url: organizationPictureUrl(organization, 'icon') };
    },
  }),
  route({
    method: 'GET',
    path: '/realm/logo',
    operationId: 'get-realm-logo',
    policy: 'signedIn',
    scope: 'directory',
    params: LogoParams,
    response: PictureResponse,
    handle: ({ me, params }) =>
      Promise.resolve(new Redirect(organizationPictureUrl(me.cache.organization, getLogo(params)))),
  }),
  route({
    method: 'POST',
    path: '/realm/logo',
    operationId: 'upload-realm-logo',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: LogoParams,
    response: PictureResponse,
    largestFile: () => limits.logoMebibytes * mebibyte,
    handle: async ({ app, me, params, files }) => {
      await setOrganizationPicture(app, me, getLogo(params), files);
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/realm/logo',
    operationId: 'delete-realm-logo',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: LogoParams,
    response: PictureResponse,
    write: async (tx, { me, params }) => {
      await deleteOrganizationPicture(tx, me, getLogo(params));
    },
  }),
];
