/** Where pictures of people are. */
import { randomInt } from 'node:crypto';
import type { User } from '../organization/index.ts';

type AvatarOwner = Pick<User, 'id' | 'avatarVersion'>;

/** What is stored counts the changes in its upper bits and is not to be guessed in the lower ones. */
const secrets = 2 ** 36;

/** The version that clients get. COMPAT(clients with a 32-bit field): it grows by one. */
export const shownVersion = ({ avatarVersion }: Pick<User, 'avatarVersion'>): number =>
  Math.floor(avatarVersion / secrets) + 1;

/** Of the next picture, to be stored. */
export const nextVersion = (user: Pick<User, 'avatarVersion'>): number =>
  shownVersion(user) * secrets + randomInt(secrets);

/** The secret part of the address of an uploaded picture: only those who were sent the address know it. */
export const pictureSecret = ({ avatarVersion }: Pick<User, 'avatarVersion'>): string =>
  avatarVersion.toString(36);

/** Every picture is served from here, so that no reader's address reaches a third party. */
export const avatarUrl = (user: AvatarOwner): string => `/avatar/${user.id}?${query(user)}`;

/** 500 pixels instead of 100, for profiles. */
export const mediumAvatarUrl = (user: AvatarOwner): string => `/avatar/${user.id}/medium?${query(user)}`;

const query = (user: AvatarOwner): string =>
  user.avatarVersion < 2 ? 'version=1' : `x=${pictureSecret(user)}&version=${shownVersion(user)}`;
