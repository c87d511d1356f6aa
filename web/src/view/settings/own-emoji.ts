/** Custom emoji by name, and names for new ones. */
import type { CustomEmoji } from '../../../../wire/emoji.ts';

export function emojiInUse(all: Readonly<Record<string, CustomEmoji>>, filter: string): CustomEmoji[] {
  const wanted = filter.trim().toLowerCase().replaceAll(/[: ]/g, '');
  return Object.values(all)
    .filter(({ deactivated, name }) => !deactivated && name.includes(wanted))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** "Party Parrot (2).gif" suggests "party_parrot_2". */
export const emojiNameFrom = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '_')
    .replaceAll(/[^0-9a-z_-]/g, '')
    .replaceAll(/^[_-]+|[_-]+$/g, '');
