/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';
import type { PictureKind } from './store.ts';

export interface RemovePicture {
  kind: PictureKind;
  path: string;
}

export const jobs = {
  /** Deletes the files of a picture. */
  removePicture: jobKind<RemovePicture>('removePicture'),
};
