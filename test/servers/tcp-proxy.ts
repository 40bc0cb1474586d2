import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * `pass`: forwards everything. `hole`: drops everything in both directions without closing; connections open at that time stay
 * dead. `cut`: sometimes drops a response and closes its connection. `drop`: drops every response and closes its connection.
 */
export type ProxyMode = 'pass' | 'hole' | 'cut' | 'drop';

export interface TcpProxy {
  readonly port: number;
  mode: ProxyMode;
  /** Number of responses cut off so far. */
  countCuts(): number;
  close(): Promise<void>;
}

/** The share of responses that `cut` drops. */
const CUT_PROBABILITY = 0.3;

/** A TCP proxy in front of a local port. */
export const startTcpProxy = async (target: number): Promise<TcpProxy> => {
  const sockets = new Set<Socket>();
  let cuts = 0;
  const track = (socket: Socket): void => {
    sockets.add(socket);
    // When one side closes, the other side is closed too.
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  };

  const server = createServer((near) => {
    track(near);
    let isDead = proxy.mode === 'hole';
    const isLost = (): boolean => (isDead ||= proxy.mode === 'hole');
    if (isDead) return void near.resume();
    const far = connect(target, '127.0.0.1');
    track(far);
    near.on('data', (chunk) => {
      if (!isLost()) far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (isLost()) return;
      if (proxy.mode === 'drop' || (proxy.mode === 'cut' && Math.random() < CUT_PROBABILITY)) {
        cuts += 1;
        near.destroy();
      } else near.write(chunk);
    });
    near.once('close', () => far.destroy());
    far.once('close', () => {
      if (!isLost()) near.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const proxy: TcpProxy = {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    mode: 'pass',
    countCuts: () => cuts,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
};
