/** An email that is queued for sending. */
export interface Email {
  /** Present if it quotes or names messages. */
  quotes?: 'messages';
  to: string;
  subject: string;
  /** Plain text; each paragraph is one line. */
  text: string;
  /** A complete HTML page for programs that support it. */
  html?: string;
  replyTo?: string;
  /** Display name of the sender; the address is the server's own. */
  senderName?: string;
  thread?: MailThread;
  /** A POST to it unsubscribes without confirmation (RFC 8058). */
  unsubscribeUrl?: string;
  /** Images that `html` shows as `cid:…`. */
  images?: readonly MailImage[];
}

/**
 * An email that quotes or names messages. It is composed at each attempt to send it, so that it shows what its recipient
 * may read then, and is never stored.
 */
export type QuotingEmail = Email & { quotes: 'messages' };

/** An email that can wait as a job: it quotes no message. */
export type StorableEmail = Email & { quotes?: never };

/** The local parts of message IDs. Mail programs group emails that refer to the same one. */
export interface MailThread {
  id: string;
  root: string;
}

export interface MailImage {
  cid: string;
  /** Key in the file store. */
  key: string;
  contentType: string;
}
