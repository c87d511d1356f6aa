/** Emoji that people use most in messages and reactions, best known first, by code. */
const codes =
  '1f44d 2764 1f642 1f602 1f389 2705 1f440 1f64f 1f604 1f525 1f680 1f44f 1f914 1f622 1f62d 1f4af 1f44b 1f44c 1f64c 1f60d 1f605 1f923 1f609 1f60a 1f44e 1f4aa 1f937 1f62e 1f60e 1f926 2b50 2728 26a0 274c 1f382 2615 1f37a 1f41b 1f512 1f4a1';

const places = new Map(codes.split(' ').map((code, place) => [code, place]));

/** Lower is more popular; the same for all that are not popular. */
export const popularityRank = (code: string): number => places.get(code) ?? places.size;
