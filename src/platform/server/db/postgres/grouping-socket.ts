import { Socket } from 'node:net';

/**
 * A socket that sends the prepared statements of one tick with one system call, unless the connection uses TLS. The driver corks the
 * socket for each prepared statement alone, so a group of them would otherwise take one call each.
 */
export class GroupingSocket extends Socket {
  #isHeld = false;

  override cork(): void {
    super.cork();
    if (this.#isHeld) return;
    this.#isHeld = true;
    super.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      this.uncork();
    });
  }
}
