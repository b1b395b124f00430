import { Image } from 'antd';

/** Antd's viewer of one picture: zoom, turn, close. */
export default function PictureView({
  src,
  alt,
  onClose,
}: {
  src: string;
  alt: string;
  onClose: () => void;
}) {
  return (
    <span className="picture-view" onClick={(event) => event.stopPropagation()}>
      <Image
        src={src}
        alt={alt}
        preview={{ open: true, onOpenChange: (open) => !open && onClose() }}
      />
    </span>
  );
}
