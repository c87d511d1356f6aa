/** Serialized as one text: IndexedDB returns thousands of objects several times faster this way than one by one. */
declare const content: unique symbol;
export type Serialized<Content> = string & { readonly [content]: Content };

/** Plain data, as it is at this moment. */
export const serialize = <Content>(things: Content): Serialized<Content> =>
  JSON.stringify(things) as Serialized<Content>;
export const deserialize = <Content>(text: Serialized<Content>): Content => JSON.parse(text) as Content;
