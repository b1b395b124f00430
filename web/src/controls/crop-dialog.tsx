import { Slider } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { t } from '../kernel/language.tsx';
import { showToast } from '../kernel/toast.ts';
import { useWork } from '../kernel/work.ts';
import { controlText } from '../locales/controls.ts';
import { kernelText } from '../locales/kernel.ts';
import { Dialog } from './dialog.tsx';
import './crop-dialog.css';

/** Cuts a square out of a picture (drag or arrow keys to move, slider to zoom); `take` gets it as a PNG. */
export default function CropDialog({
  file,
  take,
  onClose,
}: {
  file: File;
  take: (square: File) => Promise<void>;
  onClose: () => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = usePicture(file, () => {
    showToast('error', t(controlText.imageBroken));
    onClose();
  });
  const [zoom, setZoom] = useState(1);
  const [offset, setOffset] = useState<Offset>({ x: 0, y: 0 });
  const { busy, run } = useWork();
  useEffect(() => {
    if (picture && canvas.current) draw(canvas.current, picture, zoom, offset);
  }, [picture, zoom, offset]);
  const move = (x: number, y: number) => {
    if (picture) setOffset((old) => keptInside(picture, zoom, { x: old.x + x, y: old.y + y }));
  };
  const drag = (event: PointerEvent) => {
    if (event.buttons === 1) move(event.movementX, event.movementY);
  };
  const step = (event: KeyboardEvent) => {
    const way = STEPS[event.key];
    if (!way) return;
    event.preventDefault();
    move(...way);
  };
  const save = () =>
    run(async () => {
      await take(await cut(canvas.current, file.name));
      onClose();
    });
  return (
    <Dialog
      open
      title={t(controlText.crop)}
      width={360}
      onCancel={onClose}
      onOk={() => void save()}
      confirmLoading={busy}
      okText={t(kernelText.ok)}
      okButtonProps={{ disabled: !picture }}
      cancelText={t(kernelText.cancel)}
    >
      <canvas
        ref={canvas}
        className="crop"
        width={SIDE}
        height={SIDE}
        tabIndex={0}
        role="img"
        aria-label={t(controlText.cropHelp)}
        title={t(controlText.cropHelp)}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={step}
      />
      <Slider
        min={1}
        max={4}
        step={0.05}
        value={zoom}
        onChange={setZoom}
        ariaLabelForHandle={t(controlText.zoom)}
      />
    </Dialog>
  );
}

/** Side of the square in px. */
const SIDE = 312;

/** Px by which an arrow key moves the picture. */
const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-8, 0],
  ArrowRight: [8, 0],
  ArrowUp: [0, -8],
  ArrowDown: [0, 8],
};

/** The decoded picture; a file that is none is told instead. */
function usePicture(file: File, onBroken: () => void): ImageBitmap | null {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const tell = useEffectEvent(onBroken);
  useEffect(() => {
    let gone = false;
    createImageBitmap(file).then(
      (made) => (gone ? made.close() : setPicture(made)),
      () => !gone && tell(),
    );
    return () => {
      gone = true;
    };
  }, [file]);
  return picture;
}

/** Px of the square per px of the picture: at zoom 1 it just covers the square. */
function scaleOf(picture: ImageBitmap, zoom: number): number {
  return (SIDE / Math.min(picture.width, picture.height)) * zoom;
}

interface Offset {
  readonly x: number;
  readonly y: number;
}

/** What lies beyond the edge is not remembered: the way back begins at once. */
function keptInside(picture: ImageBitmap, zoom: number, { x, y }: Offset): Offset {
  const scale = scaleOf(picture, zoom);
  const kept = (moved: number, side: number) => {
    const most = Math.max(0, side * scale - SIDE) / 2;
    return Math.min(most, Math.max(-most, moved));
  };
  return { x: kept(x, picture.width), y: kept(y, picture.height) };
}

/** Draws the picture so that it covers the square, however it was moved. */
function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, zoom: number, offset: Offset): void {
  const scale = scaleOf(picture, zoom);
  const width = picture.width * scale;
  const height = picture.height * scale;
  const place = (moved: number, size: number) =>
    Math.min(0, Math.max(SIDE - size, (SIDE - size) / 2 + moved));
  const context = canvas.getContext('2d');
  context?.clearRect(0, 0, SIDE, SIDE);
  context?.drawImage(picture, place(offset.x, width), place(offset.y, height), width, height);
}

/** What stands on the canvas, under the name of the picture it was cut from. */
async function cut(canvas: HTMLCanvasElement | null, name: string): Promise<File> {
  const blob = canvas
    ? await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    : null;
  if (!blob) throw new Error('no picture');
  return new File([blob], `${name.replace(/\.[^.]*$/, '')}.png`, { type: blob.type });
}
