/** GET /static/icon.png: the picture of an organization that has uploaded none: threads, and the heddle that parts them. */
import type { FastifyInstance } from 'fastify';
import { encodePng } from '../../images/png.ts';
import { drawnIconPath } from './serialize.ts';

const size = 128;
const indigo = [77, 79, 181] as const;
const thread = [238, 238, 252] as const;

let icon: Buffer | undefined;

export function drawnIcon(): Buffer {
  return (icon ??= encodePng(size, [indigo, thread], pixel));
}

export function mountOrganizationIcon(app: FastifyInstance): void {
  app.get(drawnIconPath, (_request, reply) => {
    return reply
      .header('content-type', 'image/png')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'public, max-age=86400')
      .send(drawnIcon());
  });
}

/** Five warp threads with an eye in every second one, and the bar that they hang from. */
function pixel(x: number, y: number): 0 | 1 {
  if (y >= 24 && y < 32) return x >= 20 && x < 108 ? 1 : 0;
  if (y < 32 || y >= 108) return 0;
  const place = x - 24;
  const number = Math.floor(place / 18);
  if (place < 0 || number > 4) return 0;
  const isEyed = number % 2 === 1;
  const [dx, dy] = [(place % 18) - 3, y - 70];
  const distance = Math.hypot(dx, dy);
  if (isEyed && distance < 9) return distance >= 4 ? 1 : 0;
  return Math.abs(dx) < 3 ? 1 : 0;
}
