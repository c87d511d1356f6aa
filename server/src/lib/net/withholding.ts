/**
 * What another server says to a request may repeat it, as mail servers do with a command that they refuse. Its words are shown in the log, in
 * findings of the doctor, and in errors for people, so an exchange that sends secrets runs in `withholding`.
 */
import { fieldsIn, listIn } from '../objects.ts';

/** Without a setting there is no secret. */
export type Secrets = readonly (string | undefined)[];

/** Removing shorter texts would remove parts of words. */
const shortest = 4;
/** Errors around errors, as of a library around those of a connection. */
const deepest = 5;

/** @throws what `work` throws, without the secrets in its texts */
export async function withholding<T>(secrets: Secrets, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    concealIn(error, secrets, deepest);
    throw error;
  }
}

/** The text without the secrets, in the forms in which protocols send them. */
export function conceal(text: string, secrets: Secrets): string {
  const forms = [...new Set(secrets.flatMap((secret) => (secret === undefined ? [] : listForms(secret))))];
  // Longest first: one may be part of another.
  forms.sort((one, other) => other.length - one.length);
  return forms.reduce((rest, form) => rest.replaceAll(form, '(secret)'), text);
}

const listForms = (secret: string): string[] =>
  [
    secret,
    // Quoted in IMAP as in JSON.
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    ...[0, 1, 2].map((before) => encodePart(secret, before)),
  ].filter(({ length }) => length >= shortest);

/** Base64 of the secret after other bytes, as after a user name: only the characters that no neighbour changes. */
function encodePart(secret: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
  return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

/** Only in errors: what else they name, such as the settings of the connection, is still in use. */
function concealIn(error: unknown, secrets: Secrets, depth: number): void {
  if (depth === 0 || !(error instanceof Error)) return;
  // Messages and stacks are not enumerable.
  for (const name of Object.getOwnPropertyNames(error)) {
    const value = fieldsIn(error)[name];
    if (typeof value === 'string') Reflect.set(error, name, conceal(value, secrets));
    else for (const inner of [value, ...listIn(value)]) concealIn(inner, secrets, depth - 1);
  }
}
