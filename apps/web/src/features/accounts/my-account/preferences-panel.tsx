import type { Preferences } from '@agora/contract/features/accounts/accounts.preferences.contract';
import { Box, Group, SegmentedControl, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Panel } from '../../../components/panel.tsx';
import { TimeZoneField } from '../../../components/time-zone-field.tsx';
import { THEMES, useTheme } from '../../../platform/color-scheme.ts';
import { zoneName } from '../../../platform/dates.ts';
import { getLocale } from '../../../platform/i18n.ts';
import { useLinkTarget } from '../../../platform/use-link-target.ts';
import { useAlertKinds } from '../../alerts/alerts.queries.ts';
import {
  usePreferences,
  useUpdateLocale,
  useUpdatePreferences,
  useUpdateTheme,
} from '../accounts.preferences.queries.ts';
import { useCan } from '../accounts.users.queries.ts';
import { t } from './accounts.preferences.texts.ts';

const DENSITIES = ['comfortable', 'compact'] as const satisfies readonly Preferences['density'][];

export function PreferencesPanel() {
  const { data, error, refetch } = usePreferences();
  return (
    <Panel title={t.title} text={t.text}>
      {data ? <PreferenceList preferences={data.body} /> : null}
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={220} />}
    </Panel>
  );
}

/** Which alerts somebody of the team gets, of those that they may get. */
export function AlertsPanel() {
  const { data } = usePreferences();
  const update = useUpdatePreferences();
  const kinds = useAlertKinds();
  const isShown = data !== undefined && kinds.length > 0;
  const panelRef = useLinkTarget<HTMLDivElement>('alerts', isShown);
  return isShown ? (
    <Box ref={panelRef} style={{ scrollMarginTop: '4.5rem' }}>
      <Panel title={t.alerts} text={t.alertsText}>
        <Stack gap={0} className="rows">
          {kinds
            .map((kind) => `alert_${kind}` as const)
            .map((name) => (
              <PreferenceRow key={name} label={t[name]}>
                {(labelledBy) => (
                  <Switch
                    aria-labelledby={labelledBy}
                    size="md"
                    checked={data.body[name]}
                    onChange={({ currentTarget }) => update({ [name]: currentTarget.checked })}
                  />
                )}
              </PreferenceRow>
            ))}
        </Stack>
      </Panel>
    </Box>
  ) : null;
}

function PreferenceList({ preferences }: { preferences: Preferences }) {
  const update = useUpdatePreferences();
  const updateLocale = useUpdateLocale();
  const updateTheme = useUpdateTheme();
  const theme = useTheme();
  const maySeeFigures = useCan('statistics.read');
  const { density, time_zone, shortcuts, weekly_summary, organization_time_zone } = preferences;
  return (
    <Stack gap={0} className="rows">
      <PreferenceRow label={t.theme} hint={t.themeHint}>
        {(labelledBy) => (
          <SegmentedControl
            aria-labelledby={labelledBy}
            value={theme}
            onChange={updateTheme}
            data={THEMES.map((value) => ({ value, label: t[value] }))}
          />
        )}
      </PreferenceRow>
      <PreferenceRow label={t.language} hint={t.languageHint}>
        {(labelledBy) => (
          <SegmentedControl
            aria-labelledby={labelledBy}
            value={getLocale()}
            onChange={(value) => updateLocale(value)}
            data={[
              { value: 'fr', label: t.french },
              { value: 'en', label: t.english },
            ]}
          />
        )}
      </PreferenceRow>
      <PreferenceRow label={t.density}>
        {(labelledBy) => (
          <SegmentedControl
            aria-labelledby={labelledBy}
            value={density}
            onChange={(value) => update({ density: value })}
            data={DENSITIES.map((value) => ({ value, label: t[value] }))}
          />
        )}
      </PreferenceRow>
      <PreferenceRow label={t.timeZone}>
        {(labelledBy) => (
          <TimeZoneField
            w={{ base: '100%', sm: '16rem' }}
            aria-labelledby={labelledBy}
            value={time_zone ?? ''}
            onChange={(zone) => update({ time_zone: zone || null })}
            // A portal would be outside the landmarks of the page.
            comboboxProps={{ withinPortal: false }}
            first={{ value: '', label: t.organizationZone(zoneName(organization_time_zone)) }}
          />
        )}
      </PreferenceRow>
      <PreferenceRow label={t.shortcuts} hint={t.shortcutsHint}>
        {(labelledBy) => (
          <Switch
            aria-labelledby={labelledBy}
            size="md"
            checked={shortcuts}
            onChange={({ currentTarget }) => update({ shortcuts: currentTarget.checked })}
          />
        )}
      </PreferenceRow>
      {maySeeFigures && (
        <PreferenceRow label={t.weeklySummary} hint={t.weeklySummaryHint}>
          {(labelledBy) => (
            <Switch
              aria-labelledby={labelledBy}
              size="md"
              checked={weekly_summary}
              onChange={({ currentTarget }) => update({ weekly_summary: currentTarget.checked })}
            />
          )}
        </PreferenceRow>
      )}
    </Stack>
  );
}

interface PreferenceRowProps {
  label: string;
  hint?: string;
  children: (labelledBy: string) => ReactNode;
}

function PreferenceRow({ label, hint, children }: PreferenceRowProps) {
  const id = useId();
  return (
    <Group justify="space-between" py="sm">
      <Box flex="1 1 12rem">
        <Text id={id} fw={600} span>
          {label}
        </Text>
        {hint && (
          <Text c="dimmed" size="xs">
            {hint}
          </Text>
        )}
      </Box>
      {children(id)}
    </Group>
  );
}
