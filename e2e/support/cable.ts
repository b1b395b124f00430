import net from 'node:net';

/** A cable to a server: its address, which leads there as long as it is plugged in. */
export interface Cable {
  readonly address: string;
  /** Cuts every connection and takes no other. */
  pull(): Promise<void>;
  /** Leads to the server again, at the same address. */
  plug(): Promise<void>;
}

/** Lays a cable to the server at `to`. */
export async function layCable(to: string): Promise<Cable> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const listen = (at: number) =>
    new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const own = (server.address() as net.AddressInfo).port;
  return {
    address: `http://127.0.0.1:${own}`,
    async pull() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    plug: () => listen(own),
  };
}
