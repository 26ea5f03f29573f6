import { textFor } from '@agora/contract/features/daily-messages/daily-messages.text.rules';
import { isCivilDate } from '@agora/contract/shared/civil-date';
import { LOCALES } from '@agora/contract/shared/locales';
import { Box, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { ModeControl, Phones } from '../../../components/phone.tsx';
import { getScheme } from '../../../platform/color-scheme.ts';
import { today } from '../../../platform/dates.ts';
import { DEFAULT_LOCALE } from '../../../platform/default-locale.ts';
import { useFocusedLocale } from '../../../platform/use-focused-locale.ts';
import { t as daily } from '../daily-messages.texts.ts';
import { Phone } from '../message-phone.tsx';
import { t } from './daily-messages.editing.texts.ts';
import { type MessageValues, translationsOf } from './message-values.ts';

/** Preview of the unsaved text, by the same rule as the app. */
export function PhonePreview({ values }: { values: MessageValues }) {
  const [locale, setLocale] = useFocusedLocale();
  const [mode, setMode] = useState(getScheme());
  const { missing_locale, link, status, day } = values;
  const text = textFor({ translations: translationsOf(values), missing_locale }, locale, DEFAULT_LOCALE);
  return (
    <Box pos={{ lg: 'sticky' }} top="4.5rem">
      <Panel title={t.phone} text={status === 'draft' && t.nobodySees}>
        <Phones
          controls={
            <>
              <SegmentedControl
                aria-label={t.phoneLanguage}
                size="sm"
                value={locale}
                onChange={(value) => setLocale(value === 'en' ? 'en' : 'fr')}
                data={LOCALES.map((value) => ({ value, label: daily[value] }))}
              />
              <ModeControl mode={mode} onChange={setMode} />
            </>
          }
        >
          <Phone
            day={isCivilDate(day) ? day : today()}
            locale={locale}
            mode={mode}
            shown={text && { ...text, link: link.trim() || null }}
          />
        </Phones>
      </Panel>
    </Box>
  );
}
