/** An email as it waits to be sent. */
export interface Email {
  to: string;
  subject: string;
  /** Plain text; lines of a paragraph are one line. */
  text: string;
  /** The same for programs that show it; a whole page. */
  html?: string;
  replyTo?: string;
  /** Display name of the sender; the address is the server's own. */
  senderName?: string;
  thread?: MailThread;
  /** Where a POST ends such emails, without a question. */
  unsubscribeUrl?: string;
  /** Files that `html` shows as `cid:…`. */
  images?: readonly MailImage[];
}

/** What stands before the `@` of message IDs. Mail programs show emails that refer to the same one together. */
export interface MailThread {
  id: string;
  root: string;
}

export interface MailImage {
  cid: string;
  /** In the store of files. */
  key: string;
  contentType: string;
}
