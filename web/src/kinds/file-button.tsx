import { UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';

interface FileButtonProps {
  readonly label: string;
  readonly accept: readonly string[];
  readonly several?: boolean;
  readonly disabled?: boolean;
  readonly id?: string;
  readonly onFiles: (files: File[]) => Promise<void> | void;
}

/** A button that lets a person choose files; it loads while they are worked on. */
export function FileButton({ label, accept, several, disabled, id, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const take = async (files: File[]) => {
    if (files.length === 0) return;
    setBusy(true);
    await Promise.resolve(onFiles(files)).finally(() => setBusy(false));
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={several ?? false}
        accept={accept.map((ending) => `.${ending}`).join(',')}
        onChange={(event) => void take([...(event.target.files ?? [])])}
      />
      <Button
        {...(id ? { id } : {})}
        icon={<UploadOutlined aria-hidden />}
        loading={busy}
        disabled={disabled ?? false}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
