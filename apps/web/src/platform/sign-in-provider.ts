import { pageLoad } from './page-load.ts';

/** Name of the OpenID Connect provider, from the settings of the service; empty without one. */
export const signInProvider = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="sign-in-provider"]')?.content ?? '';

const ATTEMPT_KEY = 'provider_attempt';

/** What this tab keeps of an attempt while it is at the provider: the return of another attempt is refused. */
interface Attempt {
  attempt: string;
  /** True if it confirms the signed-in user, in place of their password. */
  isConfirmation: boolean;
}

/** Leaves for the page of the provider, which returns to `/login/provider`. */
export function openProvider(
  { url, attempt }: { url: string; attempt: string },
  isConfirmation = false,
): void {
  sessionStorage.setItem(ATTEMPT_KEY, JSON.stringify({ attempt, isConfirmation } satisfies Attempt));
  pageLoad.open(url);
}

export function readAttempt(): Attempt | undefined {
  const stored = sessionStorage.getItem(ATTEMPT_KEY);
  return stored === null ? undefined : (JSON.parse(stored) as Attempt);
}

/** Each attempt works once. */
export const deleteAttempt = (): void => sessionStorage.removeItem(ATTEMPT_KEY);

/** The query string of the return, which `boot.js` removed from the URL. */
export const returnedQuery = (): string =>
  (window.history.state as { returned?: string } | null)?.returned ?? '';
