/** GIF search: the server queries a service, so that clients load nothing from it. */
import { Exact, Nullable, Type, type Static } from './core.ts';

export const longestGifQuery = 50;

/** GET /heddle/gifs: popular ones for an empty query. */
export const SearchGifsParams = Type.Object({
  query: Type.String({ default: '' }),
  /** `next` of the previous response. */
  cursor: Type.Optional(Type.String()),
});

const Gif = Exact({
  title: Type.String(),
  /** URL at the service, to be inserted into a message. */
  url: Type.String(),
  /** Paths on this server: animated, and the first frame. */
  preview_url: Type.String(),
  still_url: Nullable(Type.String()),
  /** Pixels of the preview. */
  width: Type.Integer(),
  height: Type.Integer(),
});
export type Gif = Static<typeof Gif>;

export const SearchGifsResponse = Exact({
  gifs: Type.Array(Gif),
  /** null on the last page. */
  next: Nullable(Type.String()),
});
export type SearchGifsResponse = Static<typeof SearchGifsResponse>;
