/** Px that a scrollbar takes from the room beside it: 0 where scrollbars lie over the content. */
export function scrollbarWidth(): number {
  measured ??= measure();
  return measured;
}

let measured: number | undefined;

function measure(): number {
  const box = document.createElement('div');
  box.style.cssText =
    'position:absolute;visibility:hidden;width:100px;height:100px;overflow:scroll';
  document.body.append(box);
  const width = box.offsetWidth - box.clientWidth;
  box.remove();
  return width;
}
