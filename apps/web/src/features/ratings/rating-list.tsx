import { contract } from 'virtual:contract';
import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { PLATFORM_NAMES } from '@agora/contract/features/devices/devices.rules';
import type { RatingPublic } from '@agora/contract/features/ratings/ratings.contract';
import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Chip } from '../../components/chip.tsx';
import { Highlight } from '../../components/highlight.tsx';
import { Initials } from '../../components/initials.tsx';
import { Moment } from '../../components/moment.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useMayOpen } from '../../platform/page-access.ts';
import { useAllowed } from '../accounts/accounts.users.queries.ts';
import classes from './ratings.module.css';
import { ratedText, t } from './ratings.texts.ts';
import { Stars } from './stars.tsx';

interface RatingListProps {
  /** Undefined during the first load. */
  rows: readonly RatingPublic[] | undefined;
  search: string | undefined;
  onReply: (rating: RatingPublic) => void;
}

export const RatingList = ({ rows, ...row }: RatingListProps) => (
  <ol className={`rows ${classes.ratings}`} aria-label={t.list}>
    {rows
      ? rows.map((rating) => <Rating key={rating.id} rating={rating} {...row} />)
      : Array.from({ length: 6 }, (_, index) => (
          <Stack key={index} component="li" px="sm" py="md">
            <Skeleton height={64} />
          </Stack>
        ))}
  </ol>
);

type RatingProps = Pick<RatingListProps, 'search' | 'onReply'> & { rating: RatingPublic };

function Rating({ rating, search, onReply }: RatingProps) {
  const { score, previous_score, comment, user, thread_id, locale, platform, app_version } = rating;
  const mayOpen = useMayOpen();
  const mayReply = useAllowed(contract.ratings.replyToRating);
  const name = nameOf(user) ?? t.deletedMember;
  const thread = `/messages/${thread_id}?tab=all`;
  const facts = [platform && PLATFORM_NAMES[platform], app_version, t[locale]].filter(Boolean);
  return (
    <Stack component="li" gap={6} px="sm" py="md">
      <Group gap="0.625rem" wrap="nowrap" align="flex-start">
        <Group gap="0.25rem 0.625rem" flex={1} miw={0}>
          <Stars score={score} />
          {previous_score !== null && previous_score !== score && (
            <Badge variant="light" color="gray" className="number">
              <Group gap={4} component="span" aria-hidden>
                {previous_score} <IconArrowRight size={13} /> {score}
              </Group>
              <span className="visually-hidden">{t.changed(previous_score, score)}</span>
            </Badge>
          )}
          <Text c="dimmed" size="xs" span>
            <Target rating={rating} />
          </Text>
        </Group>
        <Text span c="dimmed" size="xs" flex="none">
          <Moment at={rating.updated_at} format="relative" />
        </Text>
      </Group>
      {comment && (
        <Text dir="auto" maw="52rem" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          <Highlight text={comment} search={search} />
        </Text>
      )}
      <Group gap="0.25rem 0.625rem">
        <Group gap="0.625rem" wrap="nowrap" flex="1 1 12rem">
          <Initials name={name} size={24} />
          <Group gap="0 0.625rem" miw={0}>
            {user ? (
              <PageLink to={`/members/${user.id}`} dir="auto">
                {name}
              </PageLink>
            ) : (
              <span>{name}</span>
            )}
            <Text c="dimmed" size="xs" span>
              {facts.join(' · ')}
            </Text>
          </Group>
        </Group>
        {thread_id ? (
          <Group gap="xs" ms="auto">
            <Chip tone="good">{t.replied}</Chip>
            {mayOpen(thread) && (
              <Button component={Link} to={thread} size="compact-sm" variant="default" data-main>
                {t.openThread}
              </Button>
            )}
          </Group>
        ) : (
          user &&
          mayReply && (
            <Button
              size="compact-sm"
              variant="default"
              flex="none"
              data-main
              aria-label={t.replyTo(name)}
              onClick={() => onReply(rating)}
            >
              {t.reply}
            </Button>
          )
        )}
      </Group>
    </Stack>
  );
}

/** Editor page of each target type. */
const TARGET_PAGES = { news: '/news', daily_message: '/daily-message' } as const;

function Target({ rating }: { rating: RatingPublic }) {
  const { target_type, target_id, target_title } = rating;
  if (target_type === 'app' || target_title === null) return ratedText(rating);
  return (
    <PageLink to={`${TARGET_PAGES[target_type]}/${target_id ?? ''}`} dir="auto">
      {ratedText(rating)}
    </PageLink>
  );
}
