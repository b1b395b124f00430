import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { t } from '../kernel/language.tsx';
import { showToast } from '../kernel/toast.ts';
import { controlText } from '../locales/controls.ts';

/** Copies a text; the sign shows for a moment that it worked. `label` says what is copied. */
export function CopyButton({
  text,
  label,
  withWord,
}: {
  text: string;
  label: string;
  withWord?: boolean;
}) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async () => {
    if (await copyText(text)) setDone(true);
    else showToast('error', t(controlText.copyFailed));
  };
  return (
    <Button
      type={withWord ? 'default' : 'text'}
      size={withWord ? 'middle' : 'small'}
      className="copy-button"
      icon={done ? <CheckOutlined /> : <CopyOutlined />}
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      {withWord ? t(done ? controlText.copied : controlText.copy) : undefined}
    </Button>
  );
}

/** Puts a text on the clipboard; pages without TLS have no clipboard of their own and take the old way. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (window.isSecureContext) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused by the browser: the old way may still work.
  }
  return copyBySelection(text);
}

const SHOWN_MS = 1_500;

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'sr-only';
  const parent = document.querySelector('dialog[open], .ant-modal-wrap') ?? document.body;
  parent.append(area);
  area.select();
  const worked = document.execCommand('copy');
  area.remove();
  return worked;
}
