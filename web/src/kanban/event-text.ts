/** One event of a stream. */
export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

/** Takes the text of a stream piece by piece, wherever it was cut, and gives the events that are whole. */
export function eventReader(): (piece: string) => StreamEvent[] {
  let text = '';
  return (piece) => {
    text += piece;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    return blocks.flatMap(eventOf);
  };
}

function eventOf(block: string): StreamEvent[] {
  const event = /^event: (.*)$/m.exec(block)?.[1];
  const data = /^data: (.*)$/m.exec(block)?.[1];
  if (!event || !data) return [];
  try {
    return [{ event, data: JSON.parse(data) as unknown }];
  } catch {
    return [];
  }
}
