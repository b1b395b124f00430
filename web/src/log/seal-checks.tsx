import { SafetyCertificateOutlined } from '@ant-design/icons';
import { SEAL_CHECK } from '@millwright/contract/log/seal';
import { Button } from 'antd';
import { useState } from 'react';
import { t } from '../kernel/language.tsx';
import { later } from '../kernel/later.tsx';
import { Allowed, CompanyWide } from '../kernel/permission.tsx';
import { logText as text } from '../locales/logs.ts';

const SealDialog = later(() => import('./seal-dialog.tsx'));

/** In the toolbar of every log, for those who audit them: are the days as they were sealed? */
export function SealChecks() {
  const [isOpen, setOpen] = useState(false);
  return (
    <CompanyWide>
      <Allowed tags={[SEAL_CHECK.tag]}>
        <Button icon={<SafetyCertificateOutlined aria-hidden />} onClick={() => setOpen(true)}>
          {t(text.seals)}
        </Button>
        {isOpen && <SealDialog onClose={() => setOpen(false)} />}
      </Allowed>
    </CompanyWide>
  );
}
