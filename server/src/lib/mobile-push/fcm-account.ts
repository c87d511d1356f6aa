/** A Google service account for Firebase. */
import { fieldsIn } from '../objects.ts';
import { parseForeignJson } from '../json-depth.ts';

export interface FcmAccount {
  project: string;
  email: string;
  /** PEM. */
  privateKey: string;
  tokenUrl: string;
}

/** Parses a JSON key file of Google. `undefined` if it is invalid. */
export function parseFcmAccount(text: string): FcmAccount | undefined {
  try {
    const { project_id, client_email, private_key, token_uri } = fieldsIn(parseForeignJson(text));
    if (typeof project_id !== 'string' || !/^[a-z0-9:.-]+$/.test(project_id)) return undefined;
    if (typeof client_email !== 'string' || typeof private_key !== 'string') return undefined;
    if (typeof token_uri !== 'string' || !URL.canParse(token_uri)) return undefined;
    return { project: project_id, email: client_email, privateKey: private_key, tokenUrl: token_uri };
  } catch {
    return undefined;
  }
}
