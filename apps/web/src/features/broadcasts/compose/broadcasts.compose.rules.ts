import {
  AUDIENCE_DAYS_MAX,
  BROADCAST_NAME_MAX,
  PUSH_BODY_MAX,
  PUSH_TITLE_MAX,
} from '@agora/contract/features/broadcasts/broadcasts.rules';
import { APP_VERSION } from '@agora/contract/shared/app-version';
import type { ReactNode } from 'react';
import { validDate } from '../../../components/date-rules.ts';
import { knownPlaceholders, withFallback } from '../../../platform/placeholder-rules.ts';
import { atMostGraphemes, rules, when } from '../../../platform/rules.tsx';
import { isUploading } from '../../news/news.queries.ts';
import { t as audience } from '../audience/broadcasts.audience.texts.ts';
import { audienceOf, type BroadcastValues } from './broadcast-values.ts';
import { t } from './broadcasts.compose.texts.ts';

const atMost = (max: number) => atMostGraphemes(max, () => t.tooLong(max));
const title = rules(atMost(PUSH_TITLE_MAX), knownPlaceholders, withFallback);
const body = rules(atMost(PUSH_BODY_MAX), knownPlaceholders, withFallback);

/** Conditions are shown and validated only if some members are chosen. */
const ifSome =
  (rule: (value: string) => ReactNode) =>
  (value: string, { who }: BroadcastValues) =>
    who === 'some' && rule(value);

const version = ifSome((value: string) =>
  when(value.trim() !== '' && !APP_VERSION.test(value.trim()), () => t.versionInvalid),
);

const days = ifSome((value: string) =>
  when(!/^\d*$/.test(value.trim()) || Number(value) > AUDIENCE_DAYS_MAX, () =>
    t.daysInvalid(AUDIENCE_DAYS_MAX),
  ),
);

/** The limits of the contract, with their messages. */
export const broadcastRules = {
  fr_title: title,
  fr_body: body,
  en_title: title,
  en_body: body,
  name: atMost(BROADCAST_NAME_MAX),
  // Saving during an upload would open the page of the new broadcast without the picture.
  image_id: () => when(isUploading(), () => t.uploading),
  link: (value: string, { link_kind }: BroadcastValues) =>
    when((link_kind === 'other' || link_kind === 'article') && value.trim() === '', () =>
      link_kind === 'article' ? t.articleRequired : t.linkRequired,
    ),
  // Without a condition, no audience is saved, and the exclusions would be lost.
  who: (who: BroadcastValues['who'], values: BroadcastValues) =>
    when(
      (who === 'some' || who === 'segment') &&
        values.exclude_member_ids.length > 0 &&
        audienceOf(values) === null,
      () => (who === 'some' ? t.conditionRequired : t.segmentRequired),
    ),
  version_gte: version,
  version_lt: version,
  seen_max: days,
  seen_min: days,
  joined_from: ifSome((day) => validDate(day, audience.joinedFrom)),
  joined_to: ifSome((day) => validDate(day, audience.joinedTo)),
};
