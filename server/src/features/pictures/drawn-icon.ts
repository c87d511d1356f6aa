/** The logo of the web client as PNG: the default icon of organizations, and the server's own emoji. */
import { encodePng } from '../../lib/images/png.ts';

const size = 128;
const indigo = [90, 85, 214] as const;
const thread = [255, 255, 255] as const;
const threads = [36, 64, 92];

let icon: Buffer | undefined;

export function drawnIcon(): Buffer {
  return (icon ??= encodePng(size, [indigo, thread], pixel));
}

/** Three warp threads, each with the eye of a heddle, on a grid four times as fine as that of the web client's logo. */
function pixel(x: number, y: number): 0 | 1 {
  const dx = Math.min(...threads.map((at) => Math.abs(x - at)));
  const dy = Math.abs(y - 64);
  const isEye = ellipse(dx, dy, 11, 15) && !ellipse(dx, dy, 2, 6);
  const isThread = dx <= 4 && dy >= 15 && dy <= 40;
  return isEye || isThread ? 1 : 0;
}

const ellipse = (dx: number, dy: number, rx: number, ry: number): boolean =>
  (dx / rx) ** 2 + (dy / ry) ** 2 <= 1;
