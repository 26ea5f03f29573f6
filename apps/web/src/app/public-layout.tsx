import { Box, Center, Group, Stack, Text } from '@mantine/core';
import { Outlet } from 'react-router';
import { LanguageSwitch } from '../components/language-switch.tsx';
import { Logo } from '../components/logo.tsx';
import { ThemeToggle } from '../components/theme-toggle.tsx';
import { setTheme } from '../platform/color-scheme.ts';
import { storeGuestChoice } from '../platform/guest-choices.ts';
import { t } from './app.texts.ts';
import classes from './public-layout.module.css';

/** Layout of pages for signed-out visitors. */
export function PublicLayout() {
  return (
    <div className={classes.page}>
      <Stack component="aside" className={classes.brand ?? ''} visibleFrom="md" justify="space-between">
        <Logo size={36} />
        <div>
          <Text className={classes.tagline ?? ''}>{t.tagline}</Text>
          <Text size="md" maw="26rem">
            {t.taglineMore}
          </Text>
        </div>
      </Stack>
      <Stack miw={0}>
        <Group component="header" justify="flex-end" px="lg" py="md">
          <Box me="auto" hiddenFrom="md">
            <Logo size={28} />
          </Box>
          <LanguageSwitch onChange={(locale) => storeGuestChoice({ locale })} />
          <ThemeToggle
            onChange={(theme) => {
              setTheme(theme);
              storeGuestChoice({ theme });
            }}
          />
        </Group>
        <Center component="main" flex={1} px="lg" pb="4rem">
          <Box w="min(100%, 24rem)">
            <Outlet />
          </Box>
        </Center>
      </Stack>
    </div>
  );
}
