export type LegalBlock =
  | string
  | { readonly list: readonly string[] }
  | {
      readonly caption: string;
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

export interface LegalText {
  readonly title: string;
  readonly lead: string;
  /** The date (`YYYY-MM-DD`) from which the text is in force. */
  readonly version: string;
  readonly sections: readonly { readonly heading: string; readonly body: readonly LegalBlock[] }[];
}
