/** A push in one language, the same for every device that reads it. */
export interface PushContent {
  /** In the app's inbox, the id of the broadcast; null for what is not in it. */
  notificationId: string | null;
  /** Where the provider can, a push replaces a former one of the same name; at most 64 bytes. */
  collapseId: string;
  locale: string;
  title: string;
  body: string;
  link: string | null;
  /** Address of a picture that is open to everybody. */
  image: string | null;
  /** Seconds that the provider keeps it for a device that is off. */
  ttl: number;
}

export interface PushMessage extends PushContent {
  token: string;
}

/**
 * What a provider said of a message: taken over, with a receipt that says later what became of it where there is one;
 * the token is dead; not taken, for a reason of that device or of all, as `doubts.ts` tells; try again, not before
 * `after` milliseconds if it told so, which is no try of a device where nobody is taken at the moment; the payload or the credentials are no good, for any device; or it was not asked.
 */
export type PushOutcome =
  | { kind: 'accepted'; id: string | null; hasReceipt?: true }
  | { kind: 'dead'; code: string }
  | { kind: 'doubtful'; code: string }
  | { kind: 'retry'; code: string; after?: number; ofAll?: true }
  | { kind: 'refused'; code: string }
  | { kind: 'unauthorized'; code: string }
  | { kind: 'unsent' };

/**
 * Brought to the device's own service; or not, since its token is dead, for a reason of it or of all, since the payload
 * is no good for any, or for another reason.
 */
export type PushReceipt =
  | { kind: 'delivered' }
  | { kind: 'dead' | 'doubtful' | 'refused' | 'failed'; code: string };

export interface PushProvider {
  /**
   * Hands messages over, and answers in their order. Never throws. What one message shows to be of no use for the
   * others, or the end of `signal`, leaves the rest unsent.
   */
  send(messages: readonly PushMessage[], signal: AbortSignal): Promise<PushOutcome[]>;
  /**
   * What became of messages that were taken over, by their ids; without those of which nothing is known yet.
   * @param ids at most 1,000
   * @throws without an answer
   */
  readReceipts?(ids: readonly string[]): Promise<Map<string, PushReceipt>>;
}

export type ProviderName = 'fcm' | 'expo' | 'webpush';
export type PushProviders = Readonly<Record<ProviderName, PushProvider | undefined>>;
