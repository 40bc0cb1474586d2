import { Socket } from 'node:net';

/**
 * A socket that sends what the driver writes in one tick with one system call. The driver corks the socket for each prepared
 * statement alone, so a group of them would otherwise take one call each.
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
