import { mulberry32, pick, type Random, uuidAt } from '../../platform/random.ts';
import type { NewUser } from '../accounts/accounts.users.table.ts';
import type { NewThread } from '../messages/messages.table.ts';
import type { NewRating } from './ratings.table.ts';

const SEED = 20_260_405;
const DAY = 86_400_000;
const APP_RATINGS = 240;
const DAILY_RATINGS = 60;
const SAID = 0.35;
const CHANGED = 0.1;
const ANSWERED = 5;

/** Versions of the app with their age in days and their scores; one was a bad release. */
const VERSIONS = [
  { app_version: '2.2.0', age: 85, scores: [3, 4, 4, 5, 5] },
  { app_version: '2.3.0', age: 60, scores: [3, 4, 4, 5, 5, 5] },
  { app_version: '2.4.0', age: 30, scores: [1, 1, 2, 2, 3, 4] },
  { app_version: '2.4.1', age: 12, scores: [4, 4, 5, 5, 5, 3] },
] as const;

const COMMENTS = {
  fr: {
    bad: ['Se ferme toute seule.', 'Trop lente depuis la mise à jour.', 'Je n’arrive plus à me connecter.'],
    good: [
      'Très utile, merci\u202f!',
      'Simple et claire.',
      'J’adore le message du jour.',
      'Bravo à l’équipe.',
    ],
  },
  en: {
    bad: ['It closes by itself.', 'Too slow since the update.', 'I can’t sign in any more.'],
    good: ['Very useful, thank you!', 'Simple and clear.', 'I love the daily message.', 'Well done.'],
  },
};

type Member = Pick<NewUser, 'id' | 'locale'>;

interface DemoRatingsInput {
  now: Date;
  members: readonly Member[];
  /** Ids of daily messages that members were shown. */
  dailyMessages: readonly string[];
  threads: readonly NewThread[];
}

/** Ratings of the app, by version, and of some daily messages; deterministic for the same input. */
export function demoRatings({ now, members, dailyMessages, threads }: DemoRatingsInput): NewRating[] {
  const random = mulberry32(SEED);
  const ofApp = members.slice(0, APP_RATINGS).map((member) => {
    const { scores, age, ...version } = pick(random, VERSIONS);
    return rate(random, member, { ...version, now, within: age * DAY, score: pick(random, scores) });
  });
  const answered = threads.filter(({ status }) => status === 'waiting').slice(0, ANSWERED);
  for (const rating of ofApp)
    rating.thread_id = answered.find(({ user_id }) => user_id === rating.user_id)?.id ?? null;
  const ofDays = members.slice(0, DAILY_RATINGS).map((member) => ({
    ...rate(random, member, {
      app_version: '2.4.1',
      now,
      within: 10 * DAY,
      score: pick(random, [3, 4, 5, 5]),
    }),
    target_type: 'daily_message' as const,
    target_id: pick(random, dailyMessages),
  }));
  return [...ofApp, ...ofDays];
}

interface Opinion {
  app_version: string;
  now: Date;
  /** Maximum age, in milliseconds. */
  within: number;
  score: number;
}

function rate(
  random: Random,
  { id, locale }: Member,
  { app_version, now, within, score }: Opinion,
): NewRating {
  const updated_at = new Date(now.getTime() - Math.floor(random() * within));
  const said = COMMENTS[locale][score < 3 ? 'bad' : 'good'];
  return {
    id: uuidAt(updated_at, random),
    user_id: id,
    target_type: 'app',
    target_id: null,
    score,
    previous_score:
      random() < CHANGED
        ? pick(
            random,
            [1, 2, 3, 4, 5].filter((other) => other !== score),
          )
        : null,
    comment: random() < SAID ? pick(random, said) : '',
    locale,
    platform: pick(random, ['ios', 'android', 'android', 'web']),
    app_version,
    created_at: updated_at,
    updated_at,
  };
}
