/** A person's picture, or the first character of the name. Size in px. */
export function Avatar({
  name,
  address,
  size = 26,
}: {
  name: string;
  address?: string | null | undefined;
  size?: number;
}) {
  const style = { width: size, height: size, fontSize: size / 2 };
  if (address) return <img className="avatar" style={style} src={address} alt="" />;
  return (
    <span className="avatar" style={style} aria-hidden="true">
      {String.fromCodePoint(name.codePointAt(0) ?? 32)}
    </span>
  );
}
