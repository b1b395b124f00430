import { videoUpload } from '@millwright/contract/constants';
import { Input, Tabs, Upload } from 'antd';
import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { say, t } from '../kernel/language.tsx';
import { Refusal } from '../kernel/refusal.ts';
import { session } from '../kernel/session-store.ts';
import { showToast } from '../kernel/toast.ts';
import { uploadFile } from '../kernel/upload.ts';
import { fileProblem, linkProblem, ownPath } from '../kernel/video-rules.ts';
import { controlText as text } from '../locales/controls.ts';
import { kernelText } from '../locales/kernel.ts';

/** Asks for a video: a link, or an MP4 file that is uploaded at once. Gives the address. */
export function VideoDialog({
  onInsert,
  onClose,
}: {
  onInsert: (address: string) => void;
  onClose: () => void;
}) {
  const [tab, setTab] = useState('link');
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState('');
  const take = () => {
    const wrong = linkProblem(link, location.origin);
    if (wrong) return setProblem(t(wrong));
    onInsert(ownPath(link, location.origin));
  };
  const items = [
    {
      key: 'link',
      label: t(text.videoLink),
      children: <LinkTab link={link} problem={problem} onChange={setLink} onEnter={take} />,
    },
    { key: 'upload', label: t(text.videoUpload), children: <UploadTab onInsert={onInsert} /> },
  ];
  return (
    <Dialog
      open
      title={t(text.insertVideo)}
      width={480}
      onCancel={onClose}
      onOk={take}
      okText={t(kernelText.ok)}
      cancelText={t(kernelText.cancel)}
      okButtonProps={{ style: tab === 'upload' ? { display: 'none' } : {} }}
    >
      <Tabs activeKey={tab} onChange={setTab} items={items} />
    </Dialog>
  );
}

function LinkTab({
  link,
  problem,
  onChange,
  onEnter,
}: {
  link: string;
  problem: string;
  onChange: (link: string) => void;
  onEnter: () => void;
}) {
  return (
    <label className="field">
      {t(text.videoAddress)}
      <Input
        autoFocus
        value={link}
        status={problem ? 'error' : ''}
        placeholder="https://"
        onChange={(event) => onChange(event.target.value)}
        onPressEnter={onEnter}
      />
      {problem && (
        <span className="field-problem" role="alert">
          {problem}
        </span>
      )}
    </label>
  );
}

function UploadTab({ onInsert }: { onInsert: (address: string) => void }) {
  const [busy, setBusy] = useState(false);
  const max = session.get().user?.sysConfig.uploadVideoMaxMb ?? videoUpload.maxMb;
  const send = async (file: File) => {
    const wrong = fileProblem(file, max);
    if (wrong) return showToast('error', say(wrong, { max }));
    setBusy(true);
    try {
      onInsert(await uploadFile(file, 'video', { quiet: true }));
    } catch (error) {
      showToast('error', uploadProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Upload.Dragger
      accept={videoUpload.mimeType}
      showUploadList={false}
      disabled={busy}
      beforeUpload={(file) => (void send(file), false)}
    >
      {busy ? t(text.uploading) : t(text.videoPick)}
    </Upload.Dragger>
  );
}

/** A refused upload says what the server said; anything else that it failed. */
export function uploadProblem(error: unknown): string {
  return error instanceof Refusal && error.code > 0 && error.message
    ? error.message
    : t(text.uploadFailed);
}
