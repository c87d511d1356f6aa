/** An authenticator in software: what a browser and a security key do together. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Ceremony {
  origin: string;
  challenge: string;
}

/** How a ceremony differs from an honest one. */
interface Tricks {
  /** The origin of the page, as the browser says. */
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  flags?: number;
  counter?: number;
}

const [present, verified, hasCredential] = [0x01, 0x04, 0x40];
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(32);
  counter = 0;

  /** As POST /heddle/passkeys takes it. */
  create(ceremony: Ceremony, tricks: Tricks = {}) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, Buffer.from('a0', 'hex')]);
    const flags = tricks.flags ?? present | verified | hasCredential;
    const data = Buffer.concat([this.#data(ceremony, { ...tricks, flags }), attested]);
    return {
      client_data: clientData('webauthn.create', ceremony, tricks).toString('base64url'),
      authenticator_data: data.toString('base64url'),
      public_key: this.#keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
    };
  }

  /** As the script of a sign-in page puts it into the form. */
  get(ceremony: Ceremony, tricks: Tricks = {}): string {
    this.counter = tricks.counter ?? this.counter + 1;
    const client = clientData('webauthn.get', ceremony, tricks);
    const data = this.#data(ceremony, tricks);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey);
    return JSON.stringify({
      id: this.id.toString('base64url'),
      clientData: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #data(
    { origin }: Ceremony,
    { rpId = new URL(origin).hostname, flags = present | verified }: Tricks,
  ): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(this.counter, 1);
    return Buffer.concat([sha256(rpId), rest]);
  }
}

function clientData(type: string, ceremony: Ceremony, tricks: Tricks): Buffer {
  const { origin, challenge } = { ...ceremony, ...tricks };
  return Buffer.from(JSON.stringify({ type: tricks.type ?? type, challenge, origin, crossOrigin: false }));
}
