import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { PLATFORM_NAMES } from '@agora/contract/features/devices/devices.rules';
import { LOCALES } from '@agora/contract/shared/locales';
import { hasPlaceholder, insertFirstName } from '@agora/contract/shared/placeholders';
import { Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { ModeControl } from '../../../components/phone.tsx';
import { getScheme } from '../../../platform/color-scheme.ts';
import { useFocusedLocale } from '../../../platform/use-focused-locale.ts';
import { t as broadcast } from '../broadcasts.texts.ts';
import { shownIn } from './broadcast-values.ts';
import { t } from './broadcasts.compose.texts.ts';
import { PHONE } from './broadcasts.phone.texts.ts';
import { type Look, PushPhone } from './push-phone.tsx';

const LOOKS = ['ios', 'android'] as const satisfies readonly Look[];

/** Preview on a phone, in one language at a time. */
export function PreviewPanel({
  fields,
}: {
  fields: Pick<BroadcastPublic, 'translations' | 'missing_locale' | 'image'> & {
    day?: string | null;
  };
}) {
  const [locale, setLocale] = useFocusedLocale();
  const [look, setLook] = useState<Look>('ios');
  const [mode, setMode] = useState(getScheme());
  const [hasName, setHasName] = useState(true);
  const shown = shownIn(fields, locale);
  // The message of a day has no placeholders.
  const isPersonal = shown && !fields.day && [shown.text.title, shown.text.body].some(hasPlaceholder);
  const name = hasName ? PHONE[locale].sampleName : '';
  return (
    <Panel title={t.preview}>
      <Group justify="center" mb="md">
        <SegmentedControl
          aria-label={t.previewLanguage}
          size="sm"
          value={locale}
          onChange={(value) => setLocale(value === 'en' ? 'en' : 'fr')}
          data={LOCALES.map((value) => ({ value, label: broadcast[value] }))}
        />
        <SegmentedControl
          aria-label={t.previewPlatform}
          size="sm"
          value={look}
          onChange={(value) => setLook(value === 'android' ? 'android' : 'ios')}
          data={LOOKS.map((value) => ({ value, label: PLATFORM_NAMES[value] }))}
        />
        <ModeControl mode={mode} onChange={setMode} />
        {isPersonal && (
          <SegmentedControl
            aria-label={t.firstName}
            size="sm"
            value={hasName ? 'with' : 'without'}
            onChange={(value) => setHasName(value === 'with')}
            data={[
              { value: 'with', label: PHONE[locale].sampleName },
              { value: 'without', label: t.withoutName },
            ]}
          />
        )}
      </Group>
      <PushPhone
        look={look}
        mode={mode}
        locale={locale}
        image={fields.image}
        shown={
          isPersonal
            ? {
                ...shown,
                text: {
                  title: insertFirstName(shown.text.title, name),
                  body: insertFirstName(shown.text.body, name),
                },
              }
            : shown
        }
      />
    </Panel>
  );
}
