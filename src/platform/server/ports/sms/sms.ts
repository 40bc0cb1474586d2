/** A KakaoTalk message by an approved template. When it cannot be delivered, the provider sends the SMS instead. */
export interface Alimtalk {
  /** The sender profile as the provider names it: `@studio` at SENS, `KA01PF…` at SOLAPI. */
  readonly channelId: string;
  readonly templateCode: string;
  /** The template with its variables replaced. */
  readonly text: string;
  /** The values by variable, such as `#{고객명}`. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface SmsMessage {
  /** `010` and 8 digits. */
  readonly to: string;
  readonly text: string;
  readonly alimtalk?: Alimtalk | undefined;
  /** The id of this attempt. Only SOLAPI stores it with the message. */
  readonly reference?: string | undefined;
}

/**
 * `rejected`: not sent, may be retried. `unknown`: it may have been sent, for example before a timeout, so it must not be retried before
 * the provider was asked (`findSent`).
 */
export type SmsOutcome = 'accepted' | 'rejected' | 'unknown';

type SmsChannel = 'SMS' | 'ALIMTALK';

export interface SmsResult<Outcome = SmsOutcome> {
  readonly outcome: Outcome;
  /** The provider's id of an accepted message, by which its delivery can be looked up. */
  readonly messageId?: string | undefined;
  readonly channel?: SmsChannel | undefined;
  /** Why it was not accepted: the provider's code, `HTTP_…`, `UNREACHED` or `NO_RESPONSE`; for a mail `SMTP_…`. */
  readonly code?: string | undefined;
}

/** What the provider knows of an accepted message. */
export type Delivery =
  /** Not decided yet, or the provider gave no usable answer. Always for the outbox, which delivers nothing. */
  | { readonly state: 'pending' }
  | {
      readonly state: 'delivered' | 'failed';
      /** Also `SMS` for an alimtalk that was replaced by an SMS. */
      readonly channel: SmsChannel;
      /** The provider's code of the result, also of a success. At SENS, for a replaced alimtalk, why it was replaced. */
      readonly code: string | undefined;
    };

export interface AcceptedMessage {
  readonly messageId: string;
  readonly channel: SmsChannel;
}

export interface Sms {
  /** Accepted messages are only written to the outbox files and never delivered. */
  readonly isSimulated?: true;
  send(message: SmsMessage): Promise<SmsResult>;
  /**
   * Looks up in the provider's list which messages an attempt that began at `startedAt` may have led to; `null` when the provider gave
   * no usable answer, and always for the outbox. At SENS, messages of other attempts with the same recipient and text within minutes may
   * be among them; SOLAPI tells them apart by `reference`. Sends nothing.
   */
  findSent(message: SmsMessage, startedAt: Date): Promise<readonly AcceptedMessage[] | null>;
  /** Looks up what became of an accepted message. Sends nothing. */
  findDelivery(accepted: AcceptedMessage): Promise<Delivery>;
  /** The money that is left for messages, in won; null when the provider did not tell it. Absent where nothing is paid in advance. */
  findBalance?(): Promise<number | null>;
}

/**
 * The outcome of one attempt at a provider. `rejected` concerns this message; `unavailable` also means not sent, but concerns the
 * provider: unreachable, overloaded, or rejecting our keys.
 */
export type SmsAttempt = SmsResult<SmsOutcome | 'unavailable'>;

export interface SmsProvider extends Pick<Sms, 'findDelivery' | 'findSent' | 'findBalance'> {
  /** Sends at most one request. */
  attempt(message: SmsMessage): Promise<SmsAttempt>;
}
