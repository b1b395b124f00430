/**
 * The file name of a `Content-Disposition` header, in letters that every browser knows and, RFC 5987, in UTF-8:
 * `filename="____.xlsx"; filename*=UTF-8''%E8%AE%A2%E5%8D%95.xlsx`.
 */
export function attachmentName(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
