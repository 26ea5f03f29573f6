import { Button } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from './accounts.import.texts.ts';
import { ImportModal } from './import-modal.tsx';

/** Opens the import of members. */
export function ImportButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTableImport size={17} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t.import}
      </Button>
      {isOpen && <ImportModal onClose={() => setOpen(false)} />}
    </>
  );
}
