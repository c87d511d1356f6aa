/** URLs of avatars. */
import { randomInt } from 'node:crypto';
import type { User } from '../organization/index.ts';

type AvatarOwner = Pick<User, 'id' | 'avatarVersion' | 'avatarSource'>;

/** The stored version counts changes in its upper bits; the lower ones are random, so that it cannot be guessed. */
const secrets = 2 ** 36;

/** The version that clients get. COMPAT(clients with a 32-bit field): it grows by one. */
export const shownVersion = ({ avatarVersion }: Pick<User, 'avatarVersion'>): number =>
  Math.floor(avatarVersion / secrets) + 1;

/** The version to store for the next picture. */
export const nextVersion = (user: Pick<User, 'avatarVersion'>): number =>
  shownVersion(user) * secrets + randomInt(secrets);

/** The secret part of an uploaded avatar's URL, known only to those who were sent the URL. */
export const pictureSecret = ({ avatarVersion }: Pick<User, 'avatarVersion'>): string =>
  avatarVersion.toString(36);

/** Of those without an account here, or whose name is hidden. */
export const withoutPicture = (id: number): AvatarOwner => ({ id, avatarVersion: 1, avatarSource: 'J' });

/** All avatars are served by this server, so that no reader's IP address reaches a third party. */
export const avatarUrl = (user: AvatarOwner): string => `/avatar/${user.id}?${query(user)}`;

/** 500 pixels instead of 100, for profiles. */
export const mediumAvatarUrl = (user: AvatarOwner): string => `/avatar/${user.id}/medium?${query(user)}`;

const query = (user: AvatarOwner): string =>
  (user.avatarSource === 'U' ? `x=${pictureSecret(user)}&` : '') + `version=${shownVersion(user)}`;
