/** Where pictures of people are. */
import type { User } from '../../directory/types.ts';

/** 500 pixels instead of 100, for profiles. */
export const mediumAvatarUrl = ({ id, avatarVersion }: Pick<User, 'id' | 'avatarVersion'>): string =>
  `/avatar/${id}/medium?version=${avatarVersion}`;
