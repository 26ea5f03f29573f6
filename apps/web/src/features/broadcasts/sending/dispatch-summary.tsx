import type { AudiencePreview, BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { LOCALES } from '@agora/contract/shared/locales';
import { hasPlaceholder, insertFirstName } from '@agora/contract/shared/placeholders';
import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useIsPushMissing } from '../../dashboard/dashboard.queries.ts';
import { t as audienceTexts } from '../audience/broadcasts.audience.texts.ts';
import { describeAudience } from '../broadcast-text.ts';
import { t as broadcastTexts } from '../broadcasts.texts.ts';
import { shownIn } from '../compose/broadcast-values.ts';
import { t as compose } from '../compose/broadcasts.compose.texts.ts';
import { PHONE } from '../compose/broadcasts.phone.texts.ts';
import { t } from './broadcasts.dispatch.texts.ts';
import { heldText } from './held-text.ts';

interface DispatchSummaryProps {
  broadcast: BroadcastPublic;
  audience: AudiencePreview;
  /** Of these, devices that wait for the end of their quiet hours. */
  held: AudiencePreview['held'] | undefined;
  /** Of these, devices skipped because their local time has passed. */
  late: number;
  when: string;
}

/** Number of recipients, time, and the text for each language. */
export function DispatchSummary({ broadcast, audience, held, late, when }: DispatchSummaryProps) {
  const { devices, members, by_locale, recently_notified } = audience;
  const isPushMissing = useIsPushMissing();
  if (devices === 0) return <p role="alert">{isPushMissing ? audienceTexts.noProvider : t.nobody}</p>;
  return (
    <>
      <p role="status">
        <strong>{t.recipients(devices, members)}</strong>{' '}
        {t.toWhom(describeAudience(broadcast.audience, broadcast.segment_name).join(', '), when)}
      </p>
      {held && (
        <Text c="var(--warning-ink)" size="xs" role="status">
          {heldText(held)}
        </Text>
      )}
      {late > 0 && (
        <Text c="var(--warning-ink)" size="xs" role="status">
          {t.tooLate(late)}
        </Text>
      )}
      {recently_notified > 0 && (
        <Text c="var(--warning-ink)" size="xs">
          {audienceTexts.recentlyNotified(recently_notified)}
        </Text>
      )}
      <SimpleGrid minColWidth="14rem" autoFlow="auto-fit" spacing="sm">
        {LOCALES.filter((locale) => by_locale[locale] > 0).map((locale) => {
          const shown = shownIn(broadcast, locale);
          return (
            <Paper
              key={locale}
              p="sm"
              bg="var(--surface-sunken)"
              withBorder={false}
              shadow="none"
              style={{ overflowWrap: 'anywhere' }}
            >
              <Text c="dimmed" size="xs">
                {broadcastTexts[locale]} · {t.in(by_locale[locale])}
              </Text>
              {shown && shown.locale !== locale && (
                <Text c="var(--warning-ink)" size="xs">
                  {compose.inOther(shown.locale)}
                </Text>
              )}
              {shown ? <ShownText {...shown} isPersonal={!broadcast.day} /> : <p>{t.noOne}</p>}
            </Paper>
          );
        })}
      </SimpleGrid>
    </>
  );
}

interface ShownTextProps extends NonNullable<ReturnType<typeof shownIn>> {
  /** False for the message of a day, which has no placeholders. */
  isPersonal: boolean;
}

/** A text with a sample name, and what members without a name read in its place. */
function ShownText({ text: { title, body }, locale, isPersonal }: ShownTextProps) {
  const withName = (text: string, name: string) => (isPersonal ? insertFirstName(text, name) : text);
  const name = PHONE[locale].sampleName;
  const personal = [title, body].filter((text) => isPersonal && hasPlaceholder(text));
  return (
    <>
      <div lang={locale} dir="auto">
        <strong>{withName(title, name)}</strong>
        <p style={{ whiteSpace: 'pre-wrap' }}>{withName(body, name)}</p>
      </div>
      {personal.length > 0 && (
        <Text c="dimmed" size="xs" mt="xs" lineClamp={3}>
          {t.nameless(personal.map((text) => withName(text, '')).join(' · '))}
        </Text>
      )}
    </>
  );
}
