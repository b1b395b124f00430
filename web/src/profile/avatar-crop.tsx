import { Modal, Slider } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import { api } from '../kernel/api.ts';
import { t } from '../kernel/language.tsx';
import { session } from '../kernel/session-store.ts';
import { uploadImage } from '../kernel/upload.ts';
import { controlText } from '../locales/controls.ts';
import { kernelText } from '../locales/kernel.ts';

/** Cuts a square out of a picture (drag to move, slider to zoom), uploads it and makes it one's own. */
export default function AvatarCrop({ file, onClose }: { file: File; onClose: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = usePicture(file);
  const [zoom, setZoom] = useState(1);
  const [offset, setOffset] = useState({ x: 0, y: 0 });
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (picture && canvas.current) draw(canvas.current, picture, zoom, offset);
  }, [picture, zoom, offset]);
  const move = (event: PointerEvent) => {
    if (event.buttons === 1)
      setOffset((old) => ({ x: old.x + event.movementX, y: old.y + event.movementY }));
  };
  const save = async () => {
    setBusy(true);
    try {
      await store(canvas.current);
      onClose();
    } catch {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t(controlText.crop)}
      width={360}
      onCancel={onClose}
      onOk={() => void save()}
      confirmLoading={busy}
      okText={t(kernelText.ok)}
      cancelText={t(kernelText.cancel)}
    >
      <canvas
        ref={canvas}
        className="crop"
        width={SIDE}
        height={SIDE}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={move}
      />
      <Slider
        min={1}
        max={4}
        step={0.05}
        value={zoom}
        onChange={setZoom}
        ariaLabelForHandle={t(controlText.zoom)}
      />
    </Modal>
  );
}

/** Side of the square in px. */
const SIDE = 312;

function usePicture(file: File): ImageBitmap | null {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  useEffect(() => {
    let gone = false;
    void createImageBitmap(file).then((made) => (gone ? made.close() : setPicture(made)));
    return () => {
      gone = true;
    };
  }, [file]);
  return picture;
}

/** Draws the picture so that it covers the square, however it was moved. */
function draw(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  zoom: number,
  offset: { x: number; y: number },
): void {
  const scale = (SIDE / Math.min(picture.width, picture.height)) * zoom;
  const width = picture.width * scale;
  const height = picture.height * scale;
  const place = (moved: number, size: number) =>
    Math.min(0, Math.max(SIDE - size, (SIDE - size) / 2 + moved));
  const context = canvas.getContext('2d');
  context?.clearRect(0, 0, SIDE, SIDE);
  context?.drawImage(picture, place(offset.x, width), place(offset.y, height), width, height);
}

async function store(canvas: HTMLCanvasElement | null): Promise<void> {
  const blob = await new Promise<Blob | null>(
    (resolve) => canvas?.toBlob(resolve, 'image/png') ?? resolve(null),
  );
  if (!blob) throw new Error('no picture');
  const address = await uploadImage(blob, 'avatar.png');
  const answer = await api.post<{ avatar?: string | null } | null>('/api/user/info/avatar', {
    avatar: address,
  });
  const avatar = answer?.avatar ?? address;
  session.set((old) => ({ ...old, user: old.user && { ...old.user, avatar } }));
}
