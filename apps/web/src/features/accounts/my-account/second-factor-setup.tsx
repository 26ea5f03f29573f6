import { Box, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useWithPassword } from '../../../components/use-password-prompt.tsx';
import { hasCode } from '../../../platform/api-error.ts';
import { errorText } from '../../../platform/errors.ts';
import { Localized } from '../../../platform/localized.tsx';
import { required, rules } from '../../../platform/rules.tsx';
import { toastAccountSuccess, toastError } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useConfirmSecondFactor, useSetUpSecondFactor } from '../accounts.second-factor.queries.ts';
import { t } from './accounts.second-factor.texts.ts';

interface SetupProps {
  /** Called with the recovery codes once the second factor is on. */
  onDone: (recoveryCodes: string[]) => void;
}

interface Key {
  secret: string;
  url: string;
}

/** Sets a second factor up: a button, then the key and a first code. */
export function SecondFactorSetup({ onDone }: SetupProps) {
  const { mutateAsync: setUp } = useSetUpSecondFactor();
  const [prompt, withPassword] = useWithPassword();
  const [key, setKey] = useState<Key>();
  const [isBusy, start] = useBusy(async () => {
    try {
      const { body } = await withPassword(t.passwordAgain, () => setUp({}));
      setKey(body);
    } catch (error) {
      if (!hasCode(error, 'password_required')) toastError(error);
    }
  });
  return (
    <>
      {key ? (
        <KeyForm secretKey={key} onDone={onDone} onCancel={() => setKey(undefined)} />
      ) : (
        <Button loading={isBusy} onClick={() => void start()}>
          {t.setUp}
        </Button>
      )}
      {prompt}
    </>
  );
}

/** The key in groups of four letters. */
const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

function KeyForm({ secretKey, onDone, onCancel }: SetupProps & { secretKey: Key; onCancel: () => void }) {
  const { mutateAsync: confirm } = useConfirmSecondFactor();
  const [prompt, withPassword] = useWithPassword();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: rules(required(() => t.codeRequired)) },
  });
  const { isBusy, onSubmit } = useSubmit(
    form,
    async ({ code }) => {
      const { body } = await withPassword(t.passwordAgain, () => confirm({ body: { code } }));
      toastAccountSuccess(t.turnedOn);
      onDone(body.recovery_codes);
    },
    (error) => {
      if (hasCode(error, 'incorrect_code'))
        form.setFieldError('code', <Localized text={() => errorText(error)} />);
      else if (!hasCode(error, 'password_required')) toastError(error);
    },
  );
  return (
    <>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <p>{t.scanText}</p>
          {/* White also in dark colours: many cameras do not read inverted codes. */}
          <Box bg="white" p="sm" w="fit-content" style={{ borderRadius: 8 }}>
            <QRCodeSVG value={secretKey.url} size={192} marginSize={2} title={t.qrCode} role="img" />
          </Box>
          <div>
            <Text size="sm">{t.key}</Text>
            <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {grouped(secretKey.secret)}
            </Code>
          </div>
          <TextInput
            label={t.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maw="14rem"
            required
            autoFocus
            {...form.getInputProps('code')}
          />
          <Group gap="xs">
            <Button type="submit" loading={isBusy}>
              {t.turnOn}
            </Button>
            <Button variant="default" onClick={onCancel}>
              {t.cancel}
            </Button>
          </Group>
        </Stack>
      </form>
      {prompt}
    </>
  );
}
