const special = /[&<>]/;
const specialInAttribute = /[&<>"]/;

/** Text between tags. */
export function escapeText(text: string): string {
  if (!special.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A value between double quotes. */
export function escapeAttribute(value: string): string {
  return specialInAttribute.test(value) ? escapeText(value).replaceAll('"', '&quot;') : value;
}
