/** Folders as options, including none. */
import type { Live } from '../../../store/live.ts';
import { t } from '../../../view/text/text.ts';

export const noFolder = 0;

export const folderOptions = (live: Live): { value: number; text: string }[] => [
  { value: noFolder, text: t('channels.noFolder') },
  ...[...live.get('folders').values()]
    .filter((folder) => !folder.is_archived)
    .sort((a, b) => a.order - b.order)
    .map(({ id, name }) => ({ value: id, text: name })),
];
