import { useRef, useState } from 'react';
import { say, t } from '../kernel/language.tsx';
import { showToast } from '../kernel/toast.ts';
import { uploadImage } from '../kernel/upload.ts';
import { controlText as text } from '../locales/controls.ts';
import './image-upload.css';

interface ImageUploadProps {
  readonly value: string | null;
  readonly onChange: (address: string | null) => void;
  readonly disabled?: boolean;
  readonly label?: string;
}

/** One picture: its preview, a button to choose another, a button to take it away. */
export function ImageUpload({ value, onChange, disabled, label }: ImageUploadProps) {
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const send = async (file: File | undefined) => {
    const wrong = file && imageProblem(file);
    if (!file || wrong) return wrong && showToast('error', wrong);
    setBusy(true);
    try {
      onChange(await uploadImage(file, file.name));
    } catch {
      // The call has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="image-upload">
      <button
        type="button"
        className="image-upload-face"
        disabled={disabled || busy}
        aria-label={label ?? t(text.upload)}
        onClick={() => input.current?.click()}
      >
        {value ? (
          <img src={value} alt="" />
        ) : (
          <span>{busy ? t(text.uploading) : t(text.upload)}</span>
        )}
      </button>
      {value && !disabled && (
        <button type="button" className="btn" onClick={() => onChange(null)}>
          {t(text.remove)}
        </button>
      )}
      <input
        ref={input}
        hidden
        type="file"
        accept={KINDS.join(',')}
        onChange={(event) => {
          void send(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}

/** Why a file is no picture that the service takes, or undefined. */
export function imageProblem(file: { type: string; size: number }): string | undefined {
  if (!KINDS.includes(file.type)) return t(text.imageKinds);
  return file.size > MAX_MB * 1_048_576 ? say(text.imageSize, { max: MAX_MB }) : undefined;
}

const KINDS = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
const MAX_MB = 5;
