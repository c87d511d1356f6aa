/** The icon of an organization, and its logo for light and for dark surfaces. */
import { limits, roles } from '../../../../wire/core.ts';
import { audit } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type Organization,
  type OrganizationPicture,
  type Principal,
  currentUser,
} from '../../core/organization/index.ts';
import { drawReceived, dropPicture, holdPicture, storePicture } from '../pictures/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { ReceivedFile } from '../../http/route.ts';
import type { Shape } from '../../lib/images/process.ts';
import { picturesChanged } from './serialize.ts';

const icon: Shape = { width: 200, height: 200, fit: 'cover', format: 'png', isAnimated: false };
/** Shown beside the name of the organization, in a wide and low space. */
const logo: Shape = { width: 800, height: 100, fit: 'inside', format: 'png', isAnimated: false };

interface Drawing {
  noun: string;
  mostMib: number;
  shape: Shape;
}

const drawings: Readonly<Record<OrganizationPicture, Drawing>> = {
  icon: { noun: 'icon', mostMib: limits.iconMebibytes, shape: icon },
  logo: { noun: 'logo', mostMib: limits.logoMebibytes, shape: logo },
  night_logo: { noun: 'logo', mostMib: limits.logoMebibytes, shape: logo },
};

/** @throws ApiError for a file that is no image, and unless the author is an administrator */
export async function setOrganizationPicture(
  app: AppContext,
  me: Principal,
  kind: OrganizationPicture,
  files: readonly ReceivedFile[],
): Promise<Organization> {
  const { noun, mostMib, shape } = drawings[kind];
  const { pictures } = await drawReceived(files, noun, mostMib, [shape]);
  return storePicture(app, me, kind, pictures, async (tx, path) => {
    checkAdministers(tx, me);
    await holdPicture(tx, kind, tx.orgId, path);
    return emitPictures(tx, kind);
  });
}

/** Restores the default picture. */
export async function deleteOrganizationPicture(
  tx: Tx,
  me: Principal,
  kind: OrganizationPicture,
): Promise<Organization> {
  checkAdministers(tx, me);
  const { organization } = tx.cache;
  if (organization.pictures[kind] === undefined) return organization;
  await dropPicture(tx, kind, tx.orgId);
  return emitPictures(tx, kind);
}

function checkAdministers({ cache }: Tx, me: Principal): void {
  if (currentUser(cache, me).role > roles.administrator) throw apiError('permissions.administrator');
}

async function emitPictures(tx: Tx, kind: OrganizationPicture): Promise<Organization> {
  await tx.touch({ organization: true });
  const { organization } = tx.cache;
  tx.emit(picturesChanged(organization, kind), { everyone: true });
  await audit(tx, {
    action: 'organization.update_picture',
    target: { type: 'organization', id: tx.orgId, name: organization.name },
    after: { picture: kind, is_custom: organization.pictures[kind] !== undefined },
  });
  return organization;
}
