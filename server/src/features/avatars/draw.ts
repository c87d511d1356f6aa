/** Draws generated avatars: a symmetric pattern in one colour, derived from the user id. */
import { createHash } from 'node:crypto';
import { encodePng, type Colour } from '../../lib/images/png.ts';

/** Pixels of a cell; the margin is half of one. */
const cells = { small: 16, medium: 80 } as const;
const margins = { small: 10, medium: 50 } as const;
const side = 5;
const half = 3;

export type AvatarSize = keyof typeof cells;

/** A PNG of 100 or 500 pixels each way. */
export function drawAvatar(userId: number, size: AvatarSize): Buffer {
  const { filled, colour } = pattern(userId);
  const cell = cells[size];
  const margin = margins[size];
  return encodePng(side * cell + 2 * margin, [background, colour], (x, y) => {
    const column = Math.floor((x - margin) / cell);
    const row = Math.floor((y - margin) / cell);
    if (column < 0 || row < 0 || column >= side || row >= side) return 0;
    return filled[row * half + Math.min(column, side - 1 - column)] ? 1 : 0;
  });
}

const background: Colour = [240, 240, 242];

function pattern(userId: number): { filled: boolean[]; colour: Colour } {
  for (let attempt = 0; ; attempt++) {
    const hash = createHash('sha256').update(`${userId} ${attempt}`).digest();
    const bits = hash.readUInt16BE(0);
    const filled = Array.from({ length: side * half }, (_, index) => ((bits >> index) & 1) === 1);
    const count = filled.filter(Boolean).length;
    // Nearly empty and nearly full patterns would look alike.
    if (count >= 5 && count <= 11) return { filled, colour: getColour(hash.readUInt16BE(2) % 360) };
  }
}

const [saturation, lightness] = [0.5, 0.48];

/** @param hue Degrees. All colours have about the same lightness. */
function getColour(hue: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const k = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}
