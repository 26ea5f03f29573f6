import type { ProviderName } from './push.ts';

/** Minimum number of affected members, so that no member can stop a push with their own devices. */
const WITNESSES = 5;

interface Recipient {
  user_id: string;
  provider: ProviderName;
  platform: string;
}

/** A provider's response for a device. */
export interface Answer extends Recipient {
  kind: string | undefined;
}

const membersWith = (kind: string, answers: readonly Answer[]) =>
  new Set(answers.flatMap((answer) => (answer.kind === kind ? [answer.user_id] : [])));

const channelOf = ({ provider, platform }: Recipient) => `${provider} ${platform}`;

/**
 * Selects the channels for which a doubtful error affects all devices: in a batch, devices of several members
 * met it, and no device of the same provider and platform was reached. A missing key of Apple's affects only
 * Apple's phones.
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
 * Delay in milliseconds requested for devices of several members: a single device does not delay others.
 * @param delays by the member who owns the device
 */
export function sharedDelay(delays: readonly { user_id: string; wait: number }[]): number | undefined {
  const longest = [...Map.groupBy(delays, ({ user_id }) => user_id).values()]
    .map((some) => Math.max(...some.map(({ wait }) => wait)))
    .sort((a, b) => b - a);
  return longest[WITNESSES - 1];
}

/** Providers that accepted nothing of a batch, for devices of several members. */
export function unavailableProviders(answers: readonly Answer[]): Set<ProviderName> {
  const isUnavailable = (some: readonly Answer[]) =>
    some.every(({ kind }) => kind === 'retry' || kind === 'unsent') &&
    membersWith('retry', some).size >= WITNESSES;
  const providers = [...Map.groupBy(answers, ({ provider }) => provider)];
  return new Set(providers.flatMap(([provider, some]) => (isUnavailable(some) ? [provider] : [])));
}
