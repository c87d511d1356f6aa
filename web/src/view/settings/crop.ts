/** The square that is cut out of an image, in pixels of the image. All functions return a square inside the image. */
export type Size = { width: number; height: number };
export type Crop = { x: number; y: number; side: number };

/** How many times smaller than the largest square it may be. */
export const mostZoom = 4;

const largest = ({ width, height }: Size): number => Math.min(width, height);

const between = (least: number, value: number, most: number): number =>
  Math.min(Math.max(value, least), most);

const placed = ({ width, height }: Size, x: number, y: number, side: number): Crop => ({
  x: between(0, x, width - side),
  y: between(0, y, height - side),
  side,
});

/** The largest square, centred. */
export function getMiddle(size: Size): Crop {
  const side = largest(size);
  return placed(size, (size.width - side) / 2, (size.height - side) / 2, side);
}

/** @param right in sides of the square, like `down` */
export const moved = (size: Size, { x, y, side }: Crop, right: number, down: number): Crop =>
  placed(size, x + right * side, y + down * side, side);

export const getZoom = (size: Size, { side }: Crop): number => largest(size) / side;

/** Zooms around the centre of the square, as far as the edges allow. */
export function zoomed(size: Size, { x, y, side }: Crop, zoom: number): Crop {
  const next = largest(size) / between(1, zoom, mostZoom);
  return placed(size, x + (side - next) / 2, y + (side - next) / 2, next);
}
