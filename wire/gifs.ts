/** GIF search: the server asks a service, and clients load nothing from it. */
import { Exact, Nullable, Type, type Static } from './core.ts';

export const longestGifQuery = 50;

/** GET /heddle/gifs: popular ones for an empty query. */
export const SearchGifsParams = Type.Object({
  query: Type.String({ default: '' }),
  /** `next` of the response before. */
  cursor: Type.Optional(Type.String()),
});

const Gif = Exact({
  title: Type.String(),
  /** At the service: what is put into a message. */
  url: Type.String(),
  /** On this server: moving, and not. */
  preview_url: Type.String(),
  still_url: Nullable(Type.String()),
  /** Pixels of the preview. */
  width: Type.Integer(),
  height: Type.Integer(),
});
export type Gif = Static<typeof Gif>;

export const SearchGifsResponse = Exact({
  gifs: Type.Array(Gif),
  /** null at the end. */
  next: Nullable(Type.String()),
});
export type SearchGifsResponse = Static<typeof SearchGifsResponse>;
