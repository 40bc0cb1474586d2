/** The channel on which the database's triggers notify that public content has changed. */
export const SHOWN_CHANGE = 'shown_change';

/** What one process knows of the others on the same database. */
export interface DatabaseWatch {
  /** False while a change could be missed. */
  isHearing(): boolean;
  /** Whether this process is the one that does what is to be done once. It stays so until it ends or loses its connection. */
  lead(): Promise<boolean>;
  close(): Promise<void>;
}
