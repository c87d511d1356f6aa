/** The category of an emoji in the picker, by its first code point: the server's table has only names. */

export const emojiCategories = [
  'smileys',
  'people',
  'nature',
  'food',
  'activity',
  'travel',
  'objects',
  'symbols',
  'flags',
] as const;
export type EmojiCategory = (typeof emojiCategories)[number];

/** Code points and ranges. Others are symbols, or objects from U+1F000. */
const table: Partial<Record<EmojiCategory, string>> = {
  smileys:
    '1f600-1f644 1f648-1f64a 1f910-1f917 1f920-1f925 1f927-1f92f 1f970-1f976 1f978-1f97a 1f9d0 1fae0-1fae5 1fae8-1faea ' +
    '2639-263a 2620 1f479-1f47b 1f47d-1f480 1f4a9 2763-2764 1f48b-1f48c 1f493-1f49f 1f90d-1f90e 1f5a4 1f9e1 1fa75-1fa77 ' +
    '1f4a2 1f4a4-1f4a5 1f4ab-1f4ad 1f4af 1f5e8 1f5ef 1f573',
  people:
    '1f440-1f450 1f463-1f478 1f47c 1f481-1f483 1f485-1f487 1f48f 1f491 261d 270a-270d 1f590 1f595-1f596 1f574-1f575 1f57a ' +
    '1f645-1f647 1f64b-1f64f 1f385 1f3c2-1f3c4 1f3c7 1f3ca-1f3cc 26f9 1f6a3 1f6b4-1f6b6 1f6c0 1f6cc 1f90c 1f90f 1f918-1f91f ' +
    '1f926 1f930-1f93e 1f977 1f9b4-1f9b9 1f9bb 1f9be-1f9bf 1f9cc-1f9cf 1f9d1-1f9e0 1fac0-1fac8 1fae6 1faef-1faf8 1f5e3 1f4aa',
  nature:
    '1f400-1f43f 1f300 1f308 1f30a 1f311-1f321 1f324-1f32c 1f331-1f335 1f337-1f344 2600-2604 2614 2618 26c4-26c5 26c8 2744 ' +
    '26a1 2b50 1f525 1f4a6-1f4a8 1f980-1f9ae 1fab0-1fabf 1facd-1facf 1f54a 1f577-1f578 1f490 1f940 1f3f5 1faa8',
  food: '1f32d-1f330 1f336 1f345-1f37f 1f382 1f942-1f944 1f950-1f96f 1f9c0-1f9cb 1fad0-1fadf 2615',
  activity:
    '1f380-1f381 1f383-1f384 1f386-1f38b 1f38d-1f393 1f396-1f397 1f39f 1f3a3 1f3a8 1f3aa-1f3ab 1f3ad-1f3b4 1f3bd-1f3c0 ' +
    '1f3c5-1f3c6 1f3c8-1f3c9 1f3cf-1f3d3 1f3f8 1f93f 1f945 1f947-1f949 1f94a-1f94f 26bd-26be 26f3 26f8 1f0cf 1f004 265f ' +
    '1f52e 1f579 1f6f7 1f9e7-1f9e9 1f9f8 1f9ff 1fa80-1fa86 1faa9 2728',
  travel:
    '1f301 1f303-1f307 1f309 1f30b-1f310 1f3a0-1f3a2 1f3cd-1f3ce 1f3d4-1f3f0 1f492 1f54b-1f54d 1f5fa-1f5ff 1f680-1f6a2 ' +
    '1f6a4-1f6a8 1f6b2 1f6ce 1f6d1 1f6d5-1f6d8 1f6dd-1f6df 1f6e3-1f6f6 1f6f8-1f6fc 231a-231b 23f0-23f3 1f550-1f567 1f570 ' +
    '2668 2693 26e9-26ea 26f0-26f2 26f4-26f5 26fa 26fd 2708 1f9ed 1f9f3 1fa90 1f4ba',
  objects: '2328 260e 2692 2694 2696-2697 2699 26b0-26b1 26cf 26d1 26d3 2702 2709 270f 2712',
  symbols:
    '1f170-1f17f 1f18e 1f191-1f19a 1f201-1f251 1f4a0 1f4ae 1f4b1-1f4b2 1f4db 1f4f3-1f4f6 1f500-1f506 1f518-1f524 1f52f-1f53d ' +
    '1f549 1f54e 1f6ab-1f6ad 1f6af 1f6b1 1f6b3 1f6b7-1f6be 1f6c2-1f6c5 1f6d0 1f6dc 1f7e0-1f7f0 1f3a6 1faaf',
  flags: '1f1e6-1f1ff 1f3c1 1f38c 1f6a9 1f3f3-1f3f4',
};

type Range = { from: number; to: number; category: EmojiCategory };

let ranges: readonly Range[] | undefined;

/** Flags come first: the black and the white flag are inside a range of `travel`. */
function readTable(): Range[] {
  return emojiCategories.toReversed().flatMap((category) =>
    (table[category] ?? '').split(' ').flatMap((part) => {
      const [from = Number.NaN, to = from] = part.split('-').map((point) => parseInt(point, 16));
      return Number.isNaN(from) ? [] : [{ from, to, category }];
    }),
  );
}

/** @param code hexadecimal code points joined by `-` */
export function emojiCategory(code: string): EmojiCategory {
  ranges ??= readTable();
  const first = parseInt(code, 16);
  const found = ranges.find(({ from, to }) => first >= from && first <= to);
  return found?.category ?? (first < 0x1f000 ? 'symbols' : 'objects');
}
