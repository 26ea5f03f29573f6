import type { ProviderName } from './push.ts';

/** Members whose devices must meet the same, so that nobody stops a push with those of their own. */
const WITNESSES = 5;

interface Recipient {
  user_id: string;
  provider: ProviderName;
  platform: string;
}

/** What a provider said to a device. */
export interface Answer extends Recipient {
  kind: string | undefined;
}

const membersWith = (kind: string, answers: readonly Answer[]) =>
  new Set(answers.flatMap((answer) => (answer.kind === kind ? [answer.user_id] : [])));

const channelOf = ({ provider, platform }: Recipient) => `${provider} ${platform}`;

/**
 * Whether what a provider doubted is about all rather than about one device. It is where, among the answers of a
 * batch, devices of several members met it and no other of the same provider and platform was reached: a key of
 * Apple's that is missing shows in phones of Apple's alone.
 */
export function generalDoubts(answers: readonly Answer[]): (recipient: Recipient) => boolean {
  const isGeneral = (some: readonly Answer[]) =>
    !some.some(({ kind }) => kind === 'accepted' || kind === 'delivered') &&
    membersWith('doubtful', some).size >= WITNESSES;
  const channels = [...Map.groupBy(answers, channelOf)];
  const general = new Set(channels.flatMap(([channel, some]) => (isGeneral(some) ? [channel] : [])));
  return (recipient) => general.has(channelOf(recipient));
}

/**
 * The milliseconds that devices of several members were each told to wait at least: one device's say is its own.
 * @param told by the member whose device it is
 */
export function waitOfMany(told: readonly { user_id: string; wait: number }[]): number | undefined {
  const longest = [...Map.groupBy(told, ({ user_id }) => user_id).values()]
    .map((some) => Math.max(...some.map(({ wait }) => wait)))
    .sort((a, b) => b - a);
  return longest[WITNESSES - 1];
}

/** The providers that took nothing of a batch, from devices of several members. */
export function providersOut(answers: readonly Answer[]): Set<ProviderName> {
  const isOut = (some: readonly Answer[]) =>
    some.every(({ kind }) => kind === 'retry' || kind === 'unsent') &&
    membersWith('retry', some).size >= WITNESSES;
  const providers = [...Map.groupBy(answers, ({ provider }) => provider)];
  return new Set(providers.flatMap(([provider, some]) => (isOut(some) ? [provider] : [])));
}
