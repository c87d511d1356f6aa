/** Errors of a certificate authority. The message is for the operator. */
import { fieldsIn, listIn } from '../objects.ts';

const prefix = 'urn:ietf:params:acme:error:';

/** Errors that concern only the requested host name (RFC 8555, section 6.7). */
const aboutName = new Set([
  'caa',
  'compound',
  'connection',
  'dns',
  'incorrectResponse',
  'rejectedIdentifier',
  'tls',
  'unauthorized',
  'unsupportedIdentifier',
]);

const remedies: Readonly<Record<string, string>> = {
  caa: 'The CAA record of the domain does not allow this authority. Add it, or set acme_directory to another one.',
  connection:
    'The authority must reach port 80 of this host name. Check its A and AAAA records, the firewall, and http_port.',
  dns: 'Check the A and AAAA records of this host name.',
  externalAccountRequired: 'This authority needs an external account, which Heddle does not support.',
  incorrectResponse: 'Another server responded. Check the A and AAAA records of this host name.',
  invalidContact: 'Check acme_email.',
  rateLimited: 'Wait: the authority limits how many certificates it issues.',
  rejectedIdentifier: 'The authority issues no certificates for this name.',
  unauthorized: 'Another server responded. Check the A and AAAA records of this host name.',
};

export class AcmeError extends Error {
  override readonly name = 'AcmeError';
  /** The type after its prefix, for example `rateLimited`; '' if absent. */
  readonly type: string;
  /** Whether other names may succeed. */
  readonly isAboutName: boolean;
  /** Time to wait before a retry, as requested by the authority; 0 if absent. */
  readonly retryAfterMs: number;

  constructor(text: string, { type = '', retryAfterMs = 0 }: { type?: string; retryAfterMs?: number } = {}) {
    const remedy = remedies[type];
    super(remedy === undefined ? text : `${text} ${remedy}`);
    this.type = type;
    this.isAboutName = aboutName.has(type);
    this.retryAfterMs = retryAfterMs;
  }

  /** @param problem A problem document (RFC 9457). */
  static of(problem: unknown, fallback: string, retryAfterMs = 0): AcmeError {
    const { type, detail, subproblems } = fieldsIn(problem);
    const first = fieldsIn(listIn(subproblems)[0]);
    const kind = typeof type === 'string' && type.startsWith(prefix) ? type.slice(prefix.length) : '';
    const texts = [detail, first.detail].filter((text) => typeof text === 'string' && text !== '');
    // From another server: truncated, and on one line.
    const text = texts.join(' ').replaceAll(/\s+/g, ' ').slice(0, 500) || fallback;
    return new AcmeError(/[.!?]$/.test(text) ? text : `${text}.`, { type: kind, retryAfterMs });
  }
}
