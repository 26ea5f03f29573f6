import type { RatingSummary } from '@agora/contract/features/ratings/ratings.contract';

type Version = RatingSummary['by_version'][number];

const { compare } = new Intl.Collator('en', { numeric: true });

/** Sorts 2.10.0 before 2.9.1, a release before its betas (Semantic Versioning 2.0.0, 11), and unknown versions last. */
export function newestFirst(a: Version, b: Version): number {
  const [aRelease = '', aBeta] = (a.app_version ?? '').split('-', 2);
  const [bRelease = '', bBeta] = (b.app_version ?? '').split('-', 2);
  const byBeta = () => (aBeta && bBeta ? compare(bBeta, aBeta) : Number(!!aBeta) - Number(!!bBeta));
  return compare(bRelease, aRelease) || byBeta();
}
