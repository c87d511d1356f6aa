/**
 * Text of HTML, for quoting: without tags, scripts and styles. Whatever is left is no HTML to anyone. Runs of spaces are
 * matched from their beginning only, which takes linear time.
 */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<(script|style)\b[^]{0,20000}?<\/\1>/gi, '')
    .replaceAll(/<(?:br|\/p|\/div|\/li|\/tr)\b[^<>]{0,200}>/gi, '\n')
    .replaceAll(/<[^<>]{0,2000}>/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/(?<!\s)\s*\n\s*/g, '\n')
    .trim();
