/** A push in one language, the same for every device with that language. */
export interface PushContent {
  /** Id of the broadcast in the app's inbox; null for pushes outside it. */
  notificationId: string | null;
  /** A push replaces an earlier one of the same name, if the provider supports it; at most 64 bytes. */
  collapseId: string;
  locale: string;
  title: string;
  body: string;
  link: string | null;
  /** Public URL of a picture. */
  image: string | null;
  /** Seconds that the provider keeps it for an offline device. */
  ttl: number;
}

export interface PushMessage extends PushContent {
  token: string;
}

/**
 * Outcome of a message: accepted, with a later receipt where the provider has one; dead token; doubtful, an
 * error of that device or of all (see `doubts.ts`); retry, not before `after` milliseconds if given, and not
 * counted as an attempt of the device if `ofAll`; payload refused or credentials unauthorized, for any
 * device; or not sent.
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
 * Delivered to the device's own service; or not: dead token, doubtful, payload refused for any device, or
 * another failure.
 */
export type PushReceipt =
  | { kind: 'delivered' }
  | { kind: 'dead' | 'doubtful' | 'refused' | 'failed'; code: string };

export interface PushProvider {
  /**
   * Sends messages and returns their outcomes in order. Never throws. An error that affects all messages, or
   * the end of `signal`, leaves the rest unsent.
   */
  send(messages: readonly PushMessage[], signal: AbortSignal): Promise<PushOutcome[]>;
  /**
   * Returns the receipts of accepted messages by their ids; unknown ones are omitted.
   * @param ids at most 1,000
   * @throws without a response
   */
  readReceipts?(ids: readonly string[]): Promise<Map<string, PushReceipt>>;
}

export type ProviderName = 'fcm' | 'expo' | 'webpush';
export type PushProviders = Readonly<Record<ProviderName, PushProvider | undefined>>;
