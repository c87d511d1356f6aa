import { limits, PictureAnswer, Type } from '../../../../wire/core.ts';
import { IconAnswer, LogoParams } from '../../../../wire/organization.ts';
import { Redirect, route } from '../../http/route.ts';
import { mebibyte } from '../uploads/index.ts';
import { deleteOrganizationPicture, setOrganizationPicture } from './pictures.ts';
import { organizationPictureUrl } from './serialize.ts';

const logoOf = ({ night }: LogoParams) => (night ? 'night_logo' : 'logo');

export const organizationPictureRoutes = [
  route({
    method: 'GET',
    path: '/realm/icon',
    operationId: 'get-realm-icon',
    policy: 'signedIn',
    params: Type.Object({}),
    answer: PictureAnswer,
    handle: ({ me }) =>
      Promise.resolve(new Redirect(organizationPictureUrl(me.directory.organization, 'icon'))),
  }),
  route({
    method: 'POST',
    path: '/realm/icon',
    operationId: 'upload-realm-icon',
    policy: 'administrators',
    params: Type.Object({}),
    answer: IconAnswer,
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
    params: Type.Object({}),
    answer: IconAnswer,
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
    params: LogoParams,
    answer: PictureAnswer,
    handle: ({ me, params }) =>
      Promise.resolve(new Redirect(organizationPictureUrl(me.directory.organization, logoOf(params)))),
  }),
  route({
    method: 'POST',
    path: '/realm/logo',
    operationId: 'upload-realm-logo',
    policy: 'administrators',
    params: LogoParams,
    answer: PictureAnswer,
    largestFile: () => limits.logoMebibytes * mebibyte,
    handle: async ({ app, me, params, files }) => {
      await setOrganizationPicture(app, me, logoOf(params), files);
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/realm/logo',
    operationId: 'delete-realm-logo',
    policy: 'administrators',
    params: LogoParams,
    answer: PictureAnswer,
    handle: async ({ app, me, params }) => {
      await app.db.write(me.orgId, me, (tx) => deleteOrganizationPicture(tx, me, logoOf(params)));
      return {};
    },
  }),
];
