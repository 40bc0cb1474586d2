import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Sends the first half of a login. `finish` sends the second and resolves to the whole response. */
export const postSlowly = async (url: string): Promise<{ finish: () => Promise<string> }> => {
  const body = '{"loginId":"nobody","password":"password1"}';
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let response = '';
  socket.on('data', (chunk: Buffer) => (response += chunk.toString())).on('error', () => undefined);
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  const head = ['POST /api/auth/login HTTP/1.1', 'Host: a', 'Content-Type: application/json'];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`);
  await sleep(100);
  return {
    finish: async () => {
      socket.write(body.slice(10));
      await closed;
      return response;
    },
  };
};
