/** A picture within a mail. */
export interface MailPicture {
  cid: string;
  filename: string;
  contentType: string;
  content: Buffer;
}

/** Content of a mail. */
export interface MailContent {
  subject: string;
  html: string;
  text: string;
  /** Pictures that the HTML shows by their `cid`. */
  attachments?: readonly MailPicture[];
  /**
   * For personal mails, which are not automatic: the names of the mails they follow, oldest first, as passed
   * to `mail`.
   */
  answers?: readonly string[];
  /** Reply and bounce addresses; absent if bounces are not processed. */
  addresses?: { replyTo: string; returnPath: string };
  /** URL for one-click unsubscription (RFC 8058); absent for individually requested mails. */
  unsubscribeUrl?: string;
}

/**
 * Sends a mail under a name, e.g. its job's id, from which its Message-ID is made: all attempts share it, so
 * that duplicates can be recognised.
 */
export type SendMail = (to: string, name: string, content: MailContent) => Promise<void>;
