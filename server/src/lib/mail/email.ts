/** An email that is queued for sending. */
export interface Email {
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
