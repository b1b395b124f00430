import { Button } from 'antd';
import { useState } from 'react';
import { t } from '../kernel/language.tsx';
import { later } from '../kernel/later.tsx';
import type { InputProps } from '../kinds/kind-view.ts';
import { instructionText as text } from '../locales/instruction.ts';

const VideoDialog = later(async () => ({
  default: (await import('../controls/video-dialog.tsx')).VideoDialog,
}));

/** A film by link or as an uploaded file. */
export function VideoField({ id, value, onChange, disabled }: InputProps) {
  const [asking, setAsking] = useState(false);
  const address = typeof value === 'string' ? value : '';
  return (
    <div className="video-field">
      {address && <span title={address}>{address.split('?')[0]}</span>}
      <Button id={id} disabled={disabled ?? false} onClick={() => setAsking(true)}>
        {t(text.videoChoose)}
      </Button>
      {address && (
        <Button type="text" disabled={disabled ?? false} onClick={() => onChange(null)}>
          {t(text.videoRemove)}
        </Button>
      )}
      {asking && (
        <VideoDialog
          onClose={() => setAsking(false)}
          onInsert={(next) => {
            setAsking(false);
            onChange(next);
          }}
        />
      )}
    </div>
  );
}
