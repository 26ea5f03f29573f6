import { PASSWORD_MIN } from '@agora/contract/shared/limits';
import { Group, Text } from '@mantine/core';
import classes from './password-strength.module.css';
import { t } from './password-strength.texts.ts';

const LEVELS = 4;

/** Strength from 0 to 4: length counts most, mixed characters count too. */
function passwordLevel(password: string): number {
  const length = [...password].length;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const isVaried = new Set(password).size >= 5;
  if (length < PASSWORD_MIN) return length === 0 ? 0 : 1;
  const level = 1 + Number(length >= 12) + Number(length >= 16) + Number(kinds >= 3);
  return isVaried ? Math.min(LEVELS, level) : 1;
}

/** Low below 33 %, medium below 66 %, high otherwise. */
function labelOf(level: number): string {
  const percent = (level / LEVELS) * 100;
  if (percent < 33) return t.low;
  return percent < 66 ? t.medium : t.high;
}

const toneOf = (level: number) => (level <= 1 ? 'low' : level === 2 ? 'medium' : 'high');

export function PasswordStrength({ password }: { password: string }) {
  const level = passwordLevel(password);
  return (
    <Group gap="sm" mt="xs" h="1.25rem" wrap="nowrap" data-tone={toneOf(level)}>
      <div
        className={classes.bars}
        role="meter"
        aria-label={t.strength}
        aria-valuemin={0}
        aria-valuemax={LEVELS}
        aria-valuenow={level}
        aria-valuetext={labelOf(level)}
      >
        {Array.from({ length: LEVELS }, (_, index) => (
          <span key={index} className={classes.bar} data-filled={index < level || undefined} />
        ))}
      </div>
      {password !== '' && (
        <Text fz="xs" fw={600} c="dimmed" miw="4rem" ta="end" span>
          {labelOf(level)}
        </Text>
      )}
    </Group>
  );
}
